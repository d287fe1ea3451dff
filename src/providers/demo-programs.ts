/** What the demo does for each thing it can do: from what came back so far to what it says and calls next. Pure. */
import type { DemoIntent } from "./demo-rules.ts";
import { demoLines, type DemoWords } from "./demo-words.ts";
import { contentOf, exitCodeOf, outputOf, startCommand } from "./demo-results.ts";

export type DemoCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

/** One response. Without calls it is the last one of its turn. */
export type DemoAnswer = { readonly text: string; readonly calls: readonly DemoCall[] };

/** A call of this turn and what came of it. */
export type DemoStep = { readonly tool: string; readonly text: string; readonly isError: boolean };

/** The next response for an intent, after these steps. */
export function nextAnswer(intent: DemoIntent, steps: readonly DemoStep[], words: DemoWords): DemoAnswer {
  switch (intent.type) {
    case "lookup":
      return oneCall(
        steps,
        words,
        words.lookUp,
        call("lookup_command", { project: intent.project }),
        ({ text }) => text.trim(),
      );
    case "uppercase":
      return oneCall(steps, words, words.uppercase, call("uppercase", { text: intent.text }), ({ text }) =>
        text.trim(),
      );
    case "abilities":
      return say(words.abilities);
    case "start":
      return start(steps, words);
    case "count":
      return count(intent.extension, steps, words);
    case "find":
      return find(intent, steps, words);
    case "read":
      return oneCall(
        steps,
        words,
        words.read(intent.path),
        call("read_file", { path: intent.path }),
        ({ text }) => words.hasRead(intent.path, contentOf(text).split("\n").length),
      );
    case "replace":
      return replace(intent, steps, words);
    case "change":
      return change(intent.path, steps, words);
    case "fail":
      return fail(steps, words);
    case "run":
      return oneCall(steps, words, words.run, call("bash", { command: intent.command }), ({ text }) =>
        words.ran(exitCodeOf(text)),
      );
    case "unknown":
      return say(`${words.notUnderstood}\n\n${words.abilities}`);
    default:
      return intent satisfies never;
  }
}

function say(text: string): DemoAnswer {
  return { text, calls: [] };
}

function call(name: string, args: DemoCall["arguments"]): DemoCall {
  return { name, arguments: args };
}

/** A program of one call and one answer to its result. */
function oneCall(
  steps: readonly DemoStep[],
  words: DemoWords,
  before: string,
  only: DemoCall,
  after: (step: DemoStep) => string,
): DemoAnswer {
  const [step] = steps;
  if (step === undefined) return { text: before, calls: [only] };
  return say(step.isError ? words.failed(step.text) : after(step));
}

function start(steps: readonly DemoStep[], words: DemoWords): DemoAnswer {
  const [readme, manifest] = steps;
  if (readme === undefined || manifest === undefined) {
    const calls = ["README.md", "package.json"].map((path) => call("read_file", { path }));
    return { text: words.readStart, calls };
  }
  const text = (step: DemoStep) => (step.isError ? "" : contentOf(step.text));
  const found = startCommand(text(readme), text(manifest));
  return say(found === undefined ? words.noStart : words.start(found.command, found.file));
}

function count(extension: string, steps: readonly DemoStep[], words: DemoWords): DemoAnswer {
  const name = extension === "" ? "" : ` -name '*.${extension}'`;
  const command = `find . -type f${name} -not -path '*/node_modules/*' -not -path '*/.git/*' | wc -l`;
  return oneCall(steps, words, words.count, call("bash", { command }), ({ text }) => {
    const number = /^\s*(\d+)\s*$/m.exec(outputOf(text))?.[1];
    return number === undefined ? words.failed(text) : words.counted(number, extension);
  });
}

function find(
  { word, path }: Extract<DemoIntent, { type: "find" }>,
  steps: readonly DemoStep[],
  words: DemoWords,
): DemoAnswer {
  const pattern = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const only = call("grep", { pattern, ...(path === undefined ? {} : { path }) });
  return oneCall(steps, words, words.find(word), only, ({ text }) => {
    const lines = text
      .trim()
      .split("\n")
      .filter((line) => line.includes(word));
    return lines.length === 0 ? words.notFound(word) : words.found(word, lines.slice(0, 10).join("\n"));
  });
}

function replace(
  { path, from, to }: Extract<DemoIntent, { type: "replace" }>,
  steps: readonly DemoStep[],
  words: DemoWords,
): DemoAnswer {
  const [read, edit] = steps;
  if (read === undefined) return { text: words.readFirst(path), calls: [call("read_file", { path })] };
  if (read.isError) return say(words.failed(read.text));
  if (edit !== undefined) return say(edit.isError ? words.failed(edit.text) : words.changed(path));
  const times = contentOf(read.text).split(from).length - 1;
  if (from === "" || times === 0) return say(words.noSuchText(from, path));
  const everywhere = times > 1 ? { replace_all: true } : {};
  const edit_file = call("edit_file", { path, old_string: from, new_string: to, ...everywhere });
  return { text: words.change(path), calls: [edit_file] };
}

/** A small change, so that a newcomer sees a difference and is asked: adds a line, or takes it out again. */
function change(asked: string | undefined, steps: readonly DemoStep[], words: DemoWords): DemoAnswer {
  const path = asked ?? "README.md";
  const [read, work] = steps;
  if (read === undefined) return { text: words.readFirst(path), calls: [call("read_file", { path })] };
  if (work !== undefined) {
    if (work.isError) return say(words.failed(work.text));
    return say(work.tool === "write_file" ? words.created(asked ?? "hello.txt") : words.changed(path));
  }
  const edit = read.isError ? undefined : smallEdit(contentOf(read.text), words);
  if (edit !== undefined) return { text: words.change(path), calls: [call("edit_file", { path, ...edit })] };
  const created = asked ?? "hello.txt";
  const content = `${words.demoLine}\n`;
  return { text: words.create(path, created), calls: [call("write_file", { path: created, content })] };
}

type Edit = { readonly old_string: string; readonly new_string: string };

function smallEdit(content: string, words: DemoWords): Edit | undefined {
  const added = demoLines
    .flatMap((line) => [`\n\n${line}`, line])
    .find((text) => content.split(text).length === 2);
  if (added !== undefined) return { old_string: added, new_string: "" };
  const anchor = content
    .split("\n")
    .find((line) => line.trim().length > 2 && content.split(line).length === 2);
  return anchor === undefined
    ? undefined
    : { old_string: anchor, new_string: `${anchor}\n\n${words.demoLine}` };
}

function fail(steps: readonly DemoStep[], words: DemoWords): DemoAnswer {
  const [failing, listing] = steps;
  if (failing === undefined)
    return { text: words.fail, calls: [call("bash", { command: "cat no-such-file" })] };
  if (listing === undefined) {
    return { text: words.recover(exitCodeOf(failing.text)), calls: [call("bash", { command: "ls" })] };
  }
  if (listing.isError) return say(words.failed(listing.text));
  return say(
    words.recovered(
      outputOf(listing.text)
        .split("\n")
        .filter((line) => line.trim() !== "").length,
    ),
  );
}
