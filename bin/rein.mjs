#!/usr/bin/env node
// The command `rein`. Starts src/main.ts on Bun, so that nothing in the working folder, which may be a stranger's
// repository, takes part in it.
//
// What Bun 1.4 would read there before our first line, and what keeps it from doing so:
//
//   bunfig.toml, .bunfig.toml   --config            code (`preload`), defines, loaders
//   .env, .env.local, …         --no-env-file       variables such as OPENAI_BASE_URL
//   tsconfig.json               --tsconfig-override `paths` and `jsx*` hold for OUR files too: code
//   packages that are missing   --no-install        would be fetched
//   node_modules, package.json  not read: imports resolve from our own files
//
// The user's environment (BUN_OPTIONS, BUN_INSPECT_PRELOAD, NODE_OPTIONS, NODE_PATH, …) stays in force: it is the
// user's own, and no folder can set it. NODE_ENV too goes through as it is, because the commands that rein runs get
// it; that we run React's production build is a define in runtime.bunfig.toml.

import { fileURLToPath } from "node:url";
import { findBun } from "./find-bun.mjs";
import { launch } from "./launch.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

try {
  const args = [
    "--no-env-file",
    `--config=${file("./runtime.bunfig.toml")}`,
    `--tsconfig-override=${file("./runtime.tsconfig.json")}`,
    "--no-install",
    file("../src/main.ts"),
    "--", // Bun swallows the first one, which must not be the user's
    ...process.argv.slice(2),
  ];
  await launch(findBun(), args, file("./end-with-launcher.mjs"));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
