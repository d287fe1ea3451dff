/**
 * Starts the real program as a user does: the launcher on Node, in a pseudo-terminal or on pipes, in a project and home
 * of its own, talking to a scripted model.
 *
 *     await using story = await begin([[text("Hello.")]]);
 *     story.terminal.type("hi");
 *     story.terminal.press("enter");
 *     await answered(story.terminal, "Hello.");
 *     expect(userTexts(await story.server.nextRequest(0))).toEqual(["hi"]);
 */
import { setDefaultTimeout } from "bun:test";
import { join } from "node:path";
import { type ModelServer, serveModel } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { launch, type LaunchOptions, type TestTerminal } from "../support/terminal.ts";

// A program is started in every story, sometimes twice; what is waited for has its own, shorter deadlines.
setDefaultTimeout(30_000);

export const NODE = Bun.which("node") ?? "node";
export const REIN = join(import.meta.dir, "../../bin/rein.mjs");

/**
 * Bun keeps what it has compiled in the home folder. Homes of tests are empty, and compiling everything anew at each
 * start would take longer than the stories.
 */
export const COMPILED = {
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(import.meta.dir, "../../node_modules/.cache/rein-tests"),
};

type WindowOptions = Pick<LaunchOptions, "cols" | "rows" | "kittyKeyboard" | "background" | "sixel" | "lag">;

export type StartOptions = WindowOptions & {
  readonly args?: readonly string[];
  /** On top of the project's environment and of what leads to the scripted model. */
  readonly env?: Readonly<Record<string, string>>;
};

export type BeginOptions = StartOptions & {
  readonly files?: Readonly<Record<string, string>>;
  /** In which words the model is talked to. @default "chat" */
  readonly protocol?: Protocol;
};

export type Protocol = "chat" | "messages" | "responses";

/** A folder, a model, and one or several starts of the program in them. */
export interface Story extends AsyncDisposable {
  readonly project: TestProject;
  readonly server: ModelServer;
  /** The terminal of the first start. */
  readonly terminal: TestTerminal;
  /** Starts the program once more, in the same folder, and waits until it is open. */
  readonly again: (options?: StartOptions) => Promise<TestTerminal>;
  /** As `again`, without waiting: for starts that fail, and for keys that are typed ahead. */
  readonly launchAgain: (options?: StartOptions) => TestTerminal;
}

type Script = Parameters<typeof serveModel>[0];

/** Makes the folder and the model, starts the program, and waits until its session is open. */
export async function begin(script: Script = [], options: BeginOptions = {}): Promise<Story> {
  const story = await beginUnready(script, options);
  try {
    await open(story.terminal);
    return story;
  } catch (thrown) {
    await story[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** As `begin`, without waiting for anything. */
export async function beginUnready(script: Script = [], options: BeginOptions = {}): Promise<Story> {
  const project = await makeProject(options.files ?? {});
  const server = await serveModel(script);
  const access = accessTo(server, options.protocol ?? "chat");
  if (options.protocol === "responses") await settleResponses(project, server);
  const terminals: TestTerminal[] = [];
  const launchAgain = ({ args = [], env = {}, ...window }: StartOptions = {}): TestTerminal => {
    const terminal = launch({
      command: NODE,
      args: [REIN, ...args],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...access, ...env },
      ...window,
    });
    terminals.push(terminal);
    return terminal;
  };
  const { files: _files, protocol: _protocol, ...first } = options;
  return {
    project,
    server,
    terminal: launchAgain(first),
    launchAgain,
    async again(again) {
      const terminal = launchAgain(again);
      await open(terminal);
      return terminal;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(terminals.map((terminal) => terminal.close()));
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** The environment that leads to a scripted model. */
export function accessTo(server: ModelServer, protocol: Protocol = "chat"): Record<string, string> {
  if (protocol === "responses") return {}; // the settings lead there
  return protocol === "chat"
    ? { OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.chatUrl, OPENAI_MODEL: "test-model" }
    : { ANTHROPIC_API_KEY: "test", ANTHROPIC_BASE_URL: server.url, ANTHROPIC_MODEL: "test-model" };
}

/** Settings in which the only provider is a scripted model that is talked to over Responses. */
async function settleResponses(project: TestProject, server: ModelServer): Promise<void> {
  const mine = { baseUrl: server.chatUrl, protocol: "responses" };
  await project.write(
    "../home/.config/rein/settings.json",
    JSON.stringify({ model: "mine/test-model", providers: { mine } }),
  );
}

/** Waits until the session is open: from then on the status line says in which mode. */
export async function open(terminal: TestTerminal): Promise<void> {
  await terminal.ready();
  // The lowest and narrowest windows only have room for what must be known.
  await terminal.waitFor(/⇧⇥|^ {2}no sandbox · /m, { what: "the status line of an open session" });
}

/**
 * Types a message of one line and sends it. The program has taken it when this resolves: keys that follow are not in
 * one read with its Enter, which would make a paste of it.
 */
export async function send(terminal: TestTerminal, message: string): Promise<void> {
  terminal.type(message);
  await composerShows(terminal, message);
  terminal.press("enter");
  await composerShows(terminal, "");
}

/** Waits until the model has said this and the turn is over. */
export async function answered(terminal: TestTerminal, said: string): Promise<void> {
  await terminal.waitFor(() => seen(terminal).includes(said) && !isBusy(terminal), {
    what: `the answer ${said}`,
  });
}

/** Waits for the question about a call, with its choices; its keys need not count yet. */
export async function drawnQuestion(terminal: TestTerminal, about: string): Promise<void> {
  await terminal.waitFor(
    () => terminal.screen().join("\n").includes(about) && terminal.screen().some(isStopChoice),
    { what: `a question about ${about}` },
  );
}

/** Waits for the question about a call, until its keys count: only then one of its choices is marked as chosen. */
export async function asked(terminal: TestTerminal, about: string | RegExp = ""): Promise<void> {
  await terminal.waitFor(
    () => {
      const screen = terminal.screen().join("\n");
      const isThere = typeof about === "string" ? screen.includes(about) : about.test(screen);
      return isThere && terminal.screen().some(isStopChoice) && isAnswerable(terminal);
    },
    { what: `a question about ${about}` },
  );
}

/** Waits until the turn is over, whatever came of it. Only after something that shows that it had begun. */
export async function idle(terminal: TestTerminal): Promise<void> {
  await terminal.waitFor(() => !isBusy(terminal), { what: "the end of the turn" });
}

/** A turn runs: the activity line says how to stop it, or a question is open. */
export function isBusy(terminal: TestTerminal): boolean {
  return terminal.screen().some((line) => /esc to stop$|esc back$/.test(line) || isStopChoice(line));
}

/** One of the choices is marked as chosen. */
const isAnswerable = (terminal: TestTerminal): boolean =>
  terminal.screen().some((line) => /❯ +(\d|esc) /.test(line));

/** The last choice of every question, which never leaves the screen. */
const isStopChoice = (line: string): boolean => /^\W*esc +no, and stop$|\besc stop$/.test(line);

/** Everything on the main screen and above it, long lines in one piece. */
export function seen(terminal: TestTerminal): string {
  return terminal.scrollback({ joinWrapped: true }).join("\n");
}

/** What stands in the composer, line by line as it is shown. */
function composerOf(terminal: TestTerminal): string {
  const lines = terminal.screen();
  const status = lines.findLastIndex((line) => line !== "");
  const end = isRule(lines[status - 1] ?? "") ? status - 1 : status; // low windows have no rules
  const start = lines.slice(0, end).findLastIndex((line) => /^[>!↑↕]( |$)/.test(line)); // "!" for a command, an arrow for more
  const shown = lines.slice(start, end);
  return shown.map((line) => line.slice(2)).join("\n");
}

export async function composerShows(terminal: TestTerminal, text: string): Promise<void> {
  await terminal.waitFor(() => composerOf(terminal) === text, {
    what: `${JSON.stringify(text)} in the composer`,
  });
}

const isRule = (line: string): boolean => /^─{10,}$/.test(line);

/** Leaves by Ctrl+D twice and returns the exit code. */
export async function leave(terminal: TestTerminal): Promise<number> {
  terminal.press("ctrl+d", "ctrl+d");
  return terminal.waitForExit();
}

/** Ends the program as a power cut does: nothing of it gets to tidy up. Commands it started live on. */
export async function killHard(terminal: TestTerminal): Promise<void> {
  process.kill(-terminal.pid, "SIGKILL");
  await terminal.waitForExit();
}

/** A command that runs until the file `hold` is removed, as it is with the whole folder at a story's end. */
export const HOLDING_COMMAND =
  "touch hold; echo $$ > started; while [ -e hold ]; do sleep 0.02; done; echo let go";

/** Waits until the holding command runs, and returns a look at whether it still does. */
export async function held({ project, terminal }: Story): Promise<() => boolean> {
  const pid = await terminal.waitFor(
    async () => (await exists(project, "started")) && Number(await project.read("started")),
    { what: "the command to run" },
  );
  return () => isAlive(pid);
}

/** A program whose end nobody has taken notice of yet (`Z`) runs no more. */
export function isAlive(pid: number): boolean {
  const { stdout } = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)]);
  return /^[^Z\s]/.test(stdout.toString().trim());
}

export async function exists(project: TestProject, name: string): Promise<boolean> {
  return Bun.file(project.path(name)).exists();
}
