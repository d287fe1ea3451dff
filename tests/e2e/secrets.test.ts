/** Secrets: the model, the log and the screen have their names; a call has them when the user has said so. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateKey, randomLooking, tokens } from "../secrets/samples.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import type { TestProject } from "../support/project.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, asked, begin, composerShows, leave, seen, send, type Story } from "./start.ts";

const canaries = {
  DB_PASSWORD: `canary-${randomLooking(20, 31)}`,
  GITHUB_TOKEN: tokens["GITHUB_TOKEN"] ?? "",
  STRIPE_KEY: tokens["STRIPE_KEY"] ?? "",
  MY_TOKEN: `from the environment ${randomLooking(12, 32)}`,
} as const;
const keyLine = privateKey.split("\n")[2] ?? "";

const config = [
  "host = db.internal",
  `password = ${canaries.DB_PASSWORD}`,
  `github: ${canaries.GITHUB_TOKEN}`,
  "port = 5432",
  "",
].join("\n");

const files = {
  ".env": `DB_PASSWORD=${canaries.DB_PASSWORD}\n`,
  "config.ini": config,
  "deploy.pem": privateKey,
  "slow.sh": [
    `for part in ${canaries.STRIPE_KEY.match(/.{1,5}/g)?.join(" ")}; do printf %s "$part"; sleep 0.05; done`,
    'echo; echo "child has: [$MY_TOKEN]"; cat config.ini deploy.pem; exit 3',
    "",
  ].join("\n"),
};

const unasked = ["--permission-mode", "accept-edits", "--allow", "bash"];

/** Every file that a run has written into its home, but for what the user's own commands printed and what was in files before. */
function written(project: TestProject): string {
  const texts: string[] = [];
  const walk = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (!/\/(checkpoints|outputs)\//.test(path)) texts.push(`${path}\n${readFileSync(path, "utf8")}`);
    }
  };
  walk(project.home);
  return texts.join("\n");
}

function expectNoCanary(what: string, text: string): void {
  for (const [name, canary] of Object.entries({ ...canaries, key: keyLine })) {
    expect({ what, name, has: text.includes(canary) }).toEqual({ what, name, has: false });
  }
}

const requestsOf = ({ server }: Story) => server.requests.map(({ bodyText }) => bodyText).join("\n");

test("no secret of files and environment reaches a child, the model, the log, the screen, a debug log or a recording", async () => {
  await using story = await begin(
    [
      [call("read_file", { path: "config.ini" }, { id: "call_1" })],
      [call("bash", { command: "sh slow.sh" }, { id: "call_2" })],
      [call("grep", { pattern: "password|github" }, { id: "call_3" })],
      [call("edit_file", { path: "config.ini", old_string: "5432", new_string: "5433" }, { id: "call_4" })],
      [call("read_file", { path: `nowhere-${canaries.GITHUB_TOKEN}` }, { id: "call_5" })],
      [text("all done")],
    ],
    {
      files,
      env: { MY_TOKEN: canaries.MY_TOKEN },
      args: [...unasked, "--debug", "debug.log", "--record", "talk.jsonl"],
      cols: 200,
      rows: 60,
    },
  );
  const { terminal, project, server } = story;
  await send(terminal, "look around");
  await answered(terminal, "all done");
  const told = resultsIn(await server.nextRequest(5));
  expect(told["call_1"]).toContain("password = «secret:DB_PASSWORD#1»");
  expect(told["call_1"]).toContain("github: «secret:GITHUB_TOKEN#1»");
  expect(told["call_2"]).toContain("«secret:STRIPE_KEY#1»");
  expect(told["call_2"]).toContain("child has: []");
  expect(told["call_2"]).toContain("«secret:PRIVATE_KEY#1»");
  expect(told["call_3"]).toContain("«secret:DB_PASSWORD#1»");
  expect(seen(terminal)).toContain("secrets hidden");
  // What the model itself writes is its own; it has no secret from rein, so the call above stands alone with one.
  const model = JSON.stringify(`nowhere-${canaries.GITHUB_TOKEN}`).slice(1, -1);
  const without = (all: string) =>
    all.replaceAll(model, "").replaceAll(`nowhere-${canaries.GITHUB_TOKEN}`, "");
  await leave(terminal);
  expectNoCanary("requests", without(requestsOf(story)));
  expectNoCanary("screen", without(terminal.raw()));
  expectNoCanary("debug log", without(await project.read("debug.log")));
  expectNoCanary("recording", without(await project.read("talk.jsonl")));
  expectNoCanary("home", without(written(project)));
  expect(written(project)).toContain("«secret:DB_PASSWORD#1»");
  expect(await project.read("config.ini")).toBe(config.replace("5432", "5433"));
});

test("an edit beside a secret keeps the file's own bytes, and is asked with the secret's name", async () => {
  await using story = await begin(
    [
      [call("read_file", { path: "config.ini" }, { id: "call_1" })],
      [
        call(
          "edit_file",
          {
            path: "config.ini",
            old_string: "password = «secret:DB_PASSWORD#1»\ngithub",
            new_string: "password = «secret:DB_PASSWORD#1»\ntoken",
          },
          { id: "call_2" },
        ),
      ],
      [text("changed it")],
    ],
    { files, args: unasked, cols: 120, rows: 40 },
  );
  const { terminal, project } = story;
  await send(terminal, "rename it");
  await asked(terminal, "config.ini");
  const screen = terminal.screen().join("\n");
  expect(screen).toContain("DB_PASSWORD#1");
  expect(screen).not.toContain(canaries.DB_PASSWORD);
  terminal.press("1");
  await answered(terminal, "changed it");
  expect(await project.read("config.ini")).toBe(config.replace("github:", "token:"));
  expectNoCanary("screen", terminal.raw());
  expectNoCanary("requests", requestsOf(story));
});

test("a command gets a secret back only after the question, and its output hides it again", async () => {
  await using story = await begin(
    [
      [call("read_file", { path: "config.ini" }, { id: "call_1" })],
      [
        call(
          "bash",
          { command: "printf %s «secret:GITHUB_TOKEN#1» | wc -c; echo «secret:GITHUB_TOKEN#1»" },
          { id: "call_2" },
        ),
      ],
      [text("used it")],
    ],
    { files, args: unasked, cols: 120, rows: 40 },
  );
  const { terminal, server } = story;
  await send(terminal, "use it");
  await asked(terminal, "bash wants to run a command");
  expect(terminal.screen().join("\n")).toContain("GITHUB_TOKEN#1");
  terminal.press("1");
  await answered(terminal, "used it");
  const told = resultsIn(await server.nextRequest(2))["call_2"];
  expect(told).toContain(`${canaries.GITHUB_TOKEN.length}\n`);
  expect(told).toContain("«secret:GITHUB_TOKEN#1»");
  expectNoCanary("requests", requestsOf(story));
  expectNoCanary("screen", terminal.raw());
});

test("without anybody to ask, no secret is put into a call", async () => {
  await using story = await begin([], { files });
  const { project } = story;
  await using server = await serveModel([
    [call("read_file", { path: "config.ini" }, { id: "call_1" })],
    [call("write_file", { path: "copy.ini", content: "«secret:DB_PASSWORD#1»" }, { id: "call_2" })],
    [text("done")],
  ]);
  await runRein(["-p", "copy it", ...unasked], { project, env: accessTo(server) });
  expect(resultsIn(await server.nextRequest(2))["call_2"]).toContain("it runs with a secret: DB_PASSWORD#1");
  expect(await Bun.file(project.path("copy.ini")).exists()).toBeFalse();
});

test("a key that the user writes goes out by its name, and they are told", async () => {
  await using story = await begin([[text("thanks")]]);
  const { terminal, server, project } = story;
  await send(terminal, `use ${tokens["API_KEY"]} please`);
  await answered(terminal, "thanks");
  expect(userTexts(await server.nextRequest(0))).toEqual(["use «secret:API_KEY#1» please"]);
  expect(seen(terminal)).toContain("A secret in your message went out as «secret:API_KEY#1»");
  await terminal.waitFor("1 secret hidden");
  await leave(terminal);
  expect(written(project)).not.toContain(tokens["API_KEY"]);
});

test("what a command of the user's printed goes to the model and the log without secrets", async () => {
  await using story = await begin([[text("I see")]], { files });
  const { terminal, server, project } = story;
  await send(terminal, "!cat config.ini");
  await terminal.waitFor(/exit 0|shared/, { what: "the end of the command" });
  await send(terminal, "what is it?");
  await answered(terminal, "I see");
  const [said = ""] = (await server.nextRequest(0)).bodyText.match(/password = [^\\]*/) ?? [];
  expect(said).toBe("password = «secret:DB_PASSWORD#1»");
  await leave(terminal);
  expectNoCanary("home", written(project));
});

test("a name of an earlier run is refused until the secret is read again", async () => {
  await using story = await begin(
    [
      [call("read_file", { path: "config.ini" }, { id: "call_1" })],
      [text("read it")],
      [call("bash", { command: "echo «secret:GITHUB_TOKEN#1»" }, { id: "call_2" })],
      [call("read_file", { path: "config.ini" }, { id: "call_3" })],
      [text("and again")],
    ],
    { files, args: unasked },
  );
  await send(story.terminal, "read");
  await answered(story.terminal, "read it");
  await leave(story.terminal);
  const again = await story.again({ args: ["-c", ...unasked] });
  await send(again, "once more");
  await answered(again, "and again");
  const told = resultsIn(await story.server.nextRequest(4));
  expect(told["call_2"]).toContain("stands for a secret of an earlier run");
  expect(told["call_3"]).toContain("«secret:GITHUB_TOKEN#2»");
});

test("/secrets lists names only, adds one unseen, and shows one after a question", async () => {
  await using story = await begin(
    [
      [call("read_file", { path: "config.ini" }, { id: "call_1" })],
      [text("read it")],
      [call("bash", { command: "cat config.ini; echo made-by-hand" }, { id: "call_2" })],
      [text("read again")],
    ],
    { files, args: unasked, cols: 120, rows: 40 },
  );
  const { terminal, server, project } = story;
  await send(terminal, "read");
  await answered(terminal, "read it");
  await send(terminal, "/secrets");
  await terminal.waitFor(/GITHUB_TOKEN#1 +hidden \(pattern\): read_file config\.ini/);
  expect(seen(terminal)).toMatch(/DB_PASSWORD#1 +hidden \(env file\): \.env, read_file config\.ini/);
  await send(terminal, "/secrets add ours");
  await terminal.waitFor("The secret ours, unseen");
  terminal.type("made-by-hand");
  await terminal.waitFor("••••••••••••");
  terminal.press("enter");
  await terminal.waitFor("OURS#1 is hidden from now on");
  await send(terminal, "/secrets allow github_token");
  await terminal.waitFor("Show GITHUB_TOKEN to the model");
  terminal.press("down", "enter");
  await terminal.waitFor("Shown from now on: GITHUB_TOKEN#1");
  expect(terminal.raw()).not.toContain("made-by-hand");
  await send(terminal, "once more");
  await answered(terminal, "read again");
  const told = resultsIn(await server.nextRequest(3))["call_2"];
  expect(told).toContain(`github: ${canaries.GITHUB_TOKEN}`);
  expect(told).toContain("password = «secret:DB_PASSWORD#1»");
  expect(told).toContain("«secret:OURS#1»");
  const history = join(project.home, ".local/share/rein/prompt-history.jsonl");
  expect(readFileSync(history, "utf8")).not.toContain("made-by-hand");
});

test("the words of /secrets are completed", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("/secrets a");
  await terminal.waitFor("  allow [NAME]");
  terminal.press("down", "tab");
  await composerShows(terminal, "/secrets allow [NAME]");
});

test("the setting switches it off, for the user and not for a project", async () => {
  await using story = await begin([], {
    files: { ...files, ".rein/settings.json": '{ "secrets": "off" }' },
  });
  const { project } = story;
  const ask = async () => {
    await using server = await serveModel([
      [call("read_file", { path: "config.ini" }, { id: "call_1" })],
      [text("done")],
    ]);
    await runRein(["-p", "read", "--trust"], { project, env: accessTo(server) });
    return resultsIn(await server.nextRequest(1))["call_1"];
  };
  expect(await ask()).toContain("«secret:DB_PASSWORD#1»");
  await Bun.write(join(project.home, ".config/rein/settings.json"), '{ "secrets": "off" }');
  expect(await ask()).toContain(canaries.DB_PASSWORD);
});
