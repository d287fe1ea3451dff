/** The commands that a command runs: behind wrappers, in nested shells, in what `find` and `xargs` start. Pure. */
import { say } from "../words/say.ts";
import { readShell } from "./read-shell.ts";
import { plainWord, type SimpleCommand, type Word } from "./shell-syntax.ts";

/** What a command runs beside itself. */
export type Inner = {
  readonly commands: readonly SimpleCommand[];
  /** It runs something that its text does not show. */
  readonly hidden: boolean;
  /** A form inside that hides what runs, or null. */
  readonly grave: string | null;
};

const nothing: Inner = { commands: [], hidden: false, grave: null };
const hiding: Inner = { ...nothing, hidden: true };

/** Wrappers with their options that have a value, and how many words stand before the command. */
const wrapped: Readonly<Record<string, { readonly valued: RegExp; readonly skip?: number }>> = {
  env: { valued: /^-[uC]$|^--(unset|chdir)$/ },
  sudo: { valued: /^-[ughpCTrtDRU]$|^--(user|group|host|prompt|chdir|role|type|chroot|other-user)$/ },
  doas: { valued: /^-[uC]$/ },
  runuser: { valued: /^-[uggG]$/ },
  pkexec: { valued: /^--user$/ },
  nohup: { valued: /^$/ },
  setsid: { valued: /^$/ },
  time: { valued: /^-[fo]$/ },
  nice: { valued: /^-n$|^--adjustment$/ },
  ionice: { valued: /^-[cnp]$/ },
  chrt: { valued: /^-[TPD]$/, skip: 1 },
  taskset: { valued: /^$/, skip: 1 },
  timeout: { valued: /^-[ks]$|^--(kill-after|signal)$/, skip: 1 },
  stdbuf: { valued: /^-[ioe]$/ },
  unbuffer: { valued: /^$/ },
  command: { valued: /^$/ },
  builtin: { valued: /^$/ },
  exec: { valued: /^-a$/ },
  xargs: { valued: /^-[InPLdaEsR]$|^--(max-args|max-procs|max-lines|delimiter|arg-file|replace|max-chars)$/ },
  chroot: { valued: /^$/, skip: 1 },
  flock: { valued: /^-[wE]$/, skip: 1 },
  unshare: { valued: /^-[SGRw]$/ },
  nsenter: { valued: /^-[tSG]$/ },
  strace: { valued: /^-[oepsuEaIbPSX]$/ },
  ltrace: { valued: /^-[oepsuaS]$/ },
  busybox: { valued: /^$/ },
  toybox: { valued: /^$/ },
  parallel: { valued: /^-[jNnILdCaS]$|^--(jobs|delay|timeout|joblog|colsep)$/ },
  watch: { valued: /^-[nq]$|^--interval$/ },
  caffeinate: { valued: /^-[tw]$/ },
  chronic: { valued: /^$/ },
  coproc: { valued: /^$/ },
  "systemd-run": { valued: /^-[pEMuH]$/ },
  npx: { valued: /^-[pc]$|^--package$/ },
  bunx: { valued: /^$/ },
};

const shellNames = /^(ba|da|z|k|a|fi|c|tc)?sh$/;
const maxDepth = 6;

/** Every command that one runs, the commands of those too. */
export function innerCommands(command: SimpleCommand, depth = 0): Inner {
  if (depth > maxDepth) return hiding;
  const found = directly(command);
  // They stand in a word of this one, or in a text of their own.
  const direct = { ...found, commands: found.commands.map((one) => at(one, command)) };
  return direct.commands.reduce<Inner>((all, one) => merged(all, innerCommands(one, depth + 1)), direct);
}

function at(inner: SimpleCommand, { span }: SimpleCommand): SimpleCommand {
  return { ...inner, span };
}

function merged(one: Inner, other: Inner): Inner {
  return {
    commands: [...one.commands, ...other.commands],
    hidden: one.hidden || other.hidden,
    grave: one.grave ?? other.grave,
  };
}

function directly(command: SimpleCommand): Inner {
  const name = command.words[0].text;
  const program = name.slice(name.lastIndexOf("/") + 1);
  const rest = command.words.slice(1);
  const texts = rest.map(({ text }) => text);
  if (shellNames.test(program)) return inShell(rest, command);
  switch (program) {
    case "eval":
      return inText(rest);
    case "trap":
      return rest[0] === undefined || rest[0].text.startsWith("-") ? nothing : inText(rest.slice(0, 1));
    case "source":
    case ".":
      return hiding;
    case "alias":
      return texts
        .map((text) => inText([plainWord(text.slice(text.indexOf("=") + 1))]))
        .reduce(merged, nothing);
    case "find":
      return behind(
        rest,
        (text) => /^-(exec|execdir|ok|okdir)$/.test(text),
        (text) => text === ";" || text === "+",
        command,
      );
    case "fd":
    case "fdfind":
      return behind(
        rest,
        (text) => /^(-[a-zA-Z]*[xX]|--exec|--exec-batch)$/.test(text),
        (text) => text === ";",
        command,
      );
    case "script":
    case "su":
    case "flock":
    case "runuser": {
      const at = texts.findIndex((text) => /^-[a-z]*c$|^--command$/.test(text));
      if (at !== -1) return inText(rest.slice(at + 1, at + 2));
      break;
    }
    case "watch":
    case "parallel":
      return inText(
        withoutOptions(rest, wrapped[program]?.valued ?? /^$/).map((word) =>
          word.text === ":::" ? plainWord("") : word,
        ),
      );
  }
  const wrapper = wrapped[program];
  if (wrapper === undefined) return nothing;
  if (program === "command" && /^-[vV]/.test(texts[0] ?? "")) return nothing;
  const split = texts.findIndex((text) => /^(-[a-zA-Z]*S|--split-string)/.test(text));
  if (program === "env" && split !== -1) {
    const glued = (texts[split] ?? "").replace(/^(-[a-zA-Z]*S|--split-string)=?/, "");
    return inText([...(glued === "" ? [] : [plainWord(glued)]), ...rest.slice(split + 1)]);
  }
  const words = withoutOptions(rest, wrapper.valued).slice(wrapper.skip ?? 0);
  // Only these take variables before the command; to the others `X=1` is its name.
  const at = /^(env|sudo|doas)$/.test(program)
    ? words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text))
    : 0;
  const found = commandOf(words.slice(at === -1 ? words.length : at), command);
  // What `xargs` gets to run may also come in as words.
  return found === null ? nothing : { commands: [found], hidden: found.words[0].unknown, grave: null };
}

function commandOf(words: readonly Word[], { span, piped, input }: SimpleCommand): SimpleCommand | null {
  const [name, ...rest] = words;
  return name === undefined
    ? null
    : { span, assignments: [], words: [name, ...rest], piped, redirections: [], input };
}

function withoutOptions(words: readonly Word[], valued: RegExp): readonly Word[] {
  let at = 0;
  for (; at < words.length; at += 1) {
    const text = words[at]?.text ?? "";
    if (text === "--") return words.slice(at + 1);
    if (!text.startsWith("-")) break;
    if (valued.test(text)) at += 1;
  }
  return words.slice(at);
}

function behind(
  words: readonly Word[],
  begins: (text: string) => boolean,
  ends: (text: string) => boolean,
  outer: SimpleCommand,
): Inner {
  let all = nothing;
  for (const [at, { text }] of words.entries()) {
    if (!begins(text)) continue;
    const length = words.slice(at + 1).findIndex((word) => ends(word.text));
    const found = commandOf(words.slice(at + 1, length === -1 ? undefined : at + 1 + length), outer);
    if (found !== null) all = merged(all, { commands: [found], hidden: found.words[0].unknown, grave: null });
  }
  return all;
}

function inShell(rest: readonly Word[], { piped, input }: SimpleCommand): Inner {
  const at = rest.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text));
  if (at !== -1)
    return inText(
      rest
        .slice(at + 1)
        .filter(({ text }) => !/^[-+]/.test(text))
        .slice(0, 1),
    );
  if (input !== null) return inText([plainWord(input)]);
  const script = rest.find(({ text }) => !/^[-+]/.test(text));
  return script !== undefined || piped ? hiding : nothing;
}

function inText(words: readonly Word[]): Inner {
  if (words.length === 0) return nothing;
  const isUnknown = words.some(({ unknown, stream }) => unknown || stream);
  const reading = readShell(words.map(({ text }) => text).join(" "));
  const grave = isUnknown ? say`it runs a text that is made up while it runs` : reading.grave;
  return { commands: reading.commands, hidden: isUnknown || !reading.understood, grave };
}
