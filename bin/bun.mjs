#!/usr/bin/env node
// Runs rein's own Bun with the given arguments, for the scripts in package.json: `node bin/bun.mjs test`.

import { findBun } from "./find-bun.mjs";
import { launch } from "./launch.mjs";

try {
  await launch(findBun(), process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
