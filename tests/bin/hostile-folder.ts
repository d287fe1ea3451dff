/** What the launcher's tests start it with: a program that tells what it sees, and a folder that means harm. */

import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "../support/project.ts";

/** Prints what reaches the program, or does what its first argument says. */
export const MAIN = `
  import { renderToString, Text } from "ink";
  import React from "react";
  import { z } from "zod";
  import { element } from "./element.tsx";
  const [action] = process.argv.slice(2);
  if (action === "exit") process.exit(7);
  else if (action === "die") process.kill(process.pid, "SIGKILL");
  else if (action === "wait") setInterval(() => {}, 1e6);
  else if (action === "catch") {
    for (const [signal, code] of Object.entries({ SIGINT: 2, SIGHUP: 3, SIGTERM: 4 })) {
      process.on(signal, () => setTimeout(() => process.exit(code), 100));
    }
    process.on("SIGHUP", () => console.log("hung up"));
    setInterval(() => {}, 1e6);
  }
  else if (action === "suspend") {
    process.on("SIGCONT", () => { console.log("back again"); process.exit(5); });
    setTimeout(() => process.kill(0, "SIGTSTP"), 10);
    setInterval(() => {}, 1e6);
  }
  if (action === "wait" || action === "catch" || action === "suspend") console.log("waiting");
  else {
    const missing = await import("package-of-the-working-folder").then(() => "found", () => "missing");
    const child = Bun.spawnSync(["sh", "-c", "echo $NODE_ENV"]).stdout.toString().trim();
    console.log(JSON.stringify({
      args: process.argv.slice(2),
      bun: process.execPath,
      react: React.version,
      production: !("_store" in element),
      drawn: renderToString(React.createElement(Text, null, element.props.children)),
      zod: z.string().safeParse("x").success,
      variable: process.env.FROM_DOTENV ?? "unset",
      nodeEnv: process.env.NODE_ENV,
      nodeEnvOfCommands: child,
      missing,
    }));
  }
`;

/**
 * Fills a working folder with everything that Bun or Node might read there. Whatever of it runs makes the file `mark`;
 * whatever else takes effect shows in what `MAIN` prints. `rein` is the path of the launcher, for the scripts in
 * package.json that would stand in for it.
 */
export async function fillHostile(project: TestProject, mark: string, rein: string): Promise<void> {
  const write = (name: string, text: string) => project.write(name, text);
  const leaveMark = `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "");`;
  const bunfig = `preload = ["./evil.js"]\njsxImportSource = "evil"\n[install]\nauto = "force"\n[run]\npreload = ["./evil.js"]\n`;
  await write("evil.js", leaveMark);
  await write("bunfig.toml", bunfig);
  await write(".bunfig.toml", bunfig);
  for (const name of [".env", ".env.local", ".env.production", ".env.production.local", ".env.development"]) {
    await write(name, "FROM_DOTENV=leaked\nNODE_ENV=leaked\n");
  }
  const paths = {
    "*": ["./evil.js"],
    react: ["./evil.js"],
    zod: ["./evil.js"],
    "./element.tsx": ["./evil.js"],
  };
  const compilerOptions = { baseUrl: ".", paths, jsx: "react", jsxFactory: "evil", jsxImportSource: "evil" };
  await write("tsconfig.json", JSON.stringify({ compilerOptions }));
  await write("jsconfig.json", JSON.stringify({ compilerOptions }));
  const scripts = Object.fromEntries(
    [rein, join(rein, "../../src/main.ts"), "main.ts", "start", "preinstall"].map((name) => [
      name,
      "node evil.js",
    ]),
  );
  const dependencies = { "package-of-the-working-folder": "1.0.0" };
  const macros = { react: { default: "./evil.js" }, zod: { z: "./evil.js" } };
  const browser = { react: "./evil.js", zod: "./evil.js" };
  await write(
    "package.json",
    JSON.stringify({ name: "rein", scripts, dependencies, browser, bun: { macros } }),
  );
  for (const name of ["react", "zod", "ink", "evil", "bun", "package-of-the-working-folder"]) {
    const exports = { ".": "./index.js", "./*": "./index.js" };
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", exports }));
    await write(`node_modules/${name}/index.js`, leaveMark);
  }
  for (const bun of ["bun", "node_modules/.bin/bun"]) {
    await write(bun, `#!/bin/sh\necho > '${mark}'\n`);
    await chmod(project.path(bun), 0o755);
  }
}
