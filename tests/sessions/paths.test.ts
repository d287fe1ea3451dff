import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { ensurePrivateFolder } from "../../src/private-files/private-folder.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { configFolder } from "../../src/settings/paths.ts";
import { temporaryFolder } from "./data-folder.ts";

test("data lives where REIN_DATA_DIR says, else in the XDG folder, else below the home folder", () => {
  const env = { HOME: "/home/ada", XDG_DATA_HOME: "/xdg", REIN_DATA_DIR: "/own" };
  expect(dataPaths(env).data).toBe("/own");
  expect(dataPaths({ ...env, REIN_DATA_DIR: "" }).data).toBe("/xdg/rein");
  expect(dataPaths({ HOME: "/home/ada" }).data).toBe("/home/ada/.local/share/rein");
  expect(dataPaths({ HOME: "/home/ada" }).sessions).toBe("/home/ada/.local/share/rein/sessions");
});

test("a relative XDG folder is ignored, a relative REIN_DATA_DIR starts at the working folder", () => {
  expect(dataPaths({ HOME: "/home/ada", XDG_DATA_HOME: "data" }).data).toBe("/home/ada/.local/share/rein");
  expect(dataPaths({ REIN_DATA_DIR: "data" }).data).toBe(resolve("data"));
});

test("an empty or relative home folder leads nothing of the user's into the working folder", () => {
  for (const HOME of ["", "home", ".", "~"]) {
    expect(isAbsolute(dataPaths({ HOME }).data)).toBeTrue();
    expect(dataPaths({ HOME }).data).toBe(dataPaths({}).data);
    expect(configFolder({ HOME })).toBe(configFolder({}));
  }
});

test("a folder that others could enter is closed", () => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  ensurePrivateFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
