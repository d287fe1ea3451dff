/** How the demo reads what its tools give back. */
import { parseJson, recordOf, textOf } from "./json.ts";

/** A file's text from a result of read_file, whose lines are numbered: `     1\tline`. */
export function contentOf(text: string): string {
  const lines = text
    .split("\n")
    .flatMap((line) => /^\s*\d+\t(?<line>.*)$/.exec(line)?.groups?.["line"] ?? []);
  return lines.length === 0 ? text : lines.map((line) => line.replace(/\r$/, "")).join("\n");
}

/** The exit code in a result of bash, whose first line is `exit code: N`; "?" when it is not there. */
export function exitCodeOf(text: string): string {
  return /^exit code: (-?\d+)/m.exec(text)?.[1] ?? "?";
}

/** What a command printed, without the line of its exit code. */
export function outputOf(text: string): string {
  return text.replace(/^exit code: .*\n?/, "");
}

/** The command that starts a project, and the file that says so: what the README shows, else a script of the package. */
export function startCommand(
  readme: string,
  manifest: string,
): { readonly command: string; readonly file: string } | undefined {
  const shown = commandIn(readme);
  if (shown !== undefined) return { command: shown, file: "README.md" };
  const json = recordOf(parseJson(manifest));
  const scripts = recordOf(json["scripts"]);
  const name = ["dev", "start", "serve"].find((script) => typeof scripts[script] === "string");
  if (name === undefined) return undefined;
  const manager = /^(?<name>pnpm|yarn|bun)@/.exec(textOf(json["packageManager"]))?.groups?.["name"] ?? "npm";
  return { command: commandFor(manager, name), file: "package.json" };
}

const startPattern =
  /^(?:(?:npm|pnpm|yarn|bun|deno)\s+(?:run\s+)?(?:dev|start|serve)\b|cargo run\b|go run\b|docker compose up\b|make (?:run|dev|start|serve)\b|python3? \S|node \S)/;

/** The first line, or text in backquotes, that starts something. */
function commandIn(readme: string): string | undefined {
  const candidates = readme.split("\n").flatMap((line) => {
    const quoted = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    return quoted.length > 0 ? quoted : [line];
  });
  return candidates
    .map((candidate) =>
      candidate
        .trim()
        .replace(/^\$\s+/, "")
        .replace(/\s+#.*$/, ""),
    )
    .find((candidate) => startPattern.test(candidate));
}

function commandFor(manager: string, script: string): string {
  if (manager === "pnpm" || manager === "yarn") return `${manager} ${script}`;
  if (manager === "npm" && script === "start") return "npm start";
  return `${manager} run ${script}`;
}
