/** The way through a parsed script: every simple command, where it stands, and what makes the script hard to tell. */
import type * as Unbash from "unbash";
import { say } from "../words/say.ts";
import { combinations, isEndless, nameKind } from "./command-shape.ts";
import { isDangerousVariable, isTakenName } from "./dangerous-variables.ts";
import { hasGap, isLeftOver } from "./script-gaps.ts";
import {
  plainWord,
  type Reading,
  type Redirection,
  type SimpleCommand,
  type Step,
  type Word,
} from "./shell-syntax.ts";
import { handedOn, inputOf, readRedirection } from "./shell-redirection.ts";
import { readTest } from "./shell-test.ts";
import { type Finds, readArithmetic, readWord } from "./shell-word.ts";
import { timesSet } from "./times-set.ts";
import { Findings } from "./walk-findings.ts";

type Context = {
  /** What runs here gets its input from the script or from another command. */
  readonly piped: boolean;
  /** It may not run at all, so that what it sets is not known to be set. */
  readonly maybe: boolean;
  readonly loops: boolean;
  readonly sure: boolean;
};

/** More commands than this in the place of one are not followed. */
const maxCommands = 64;

/** Nobody looks through more parts than this; a longer script is one that hides something. */
const maxParts = 1_000;

const bare = { assignments: [], redirections: [], piped: false, input: null } as const;

const outermost: Context = { piped: false, maybe: false, loops: false, sure: false };

/** Reads a whole script; `forEachChild` comes from the parser that made it. */
export function walkScript(
  script: Unbash.ParsedScript,
  source: string,
  { forEachChild }: typeof Unbash,
): Reading {
  const walk = new Walk(timesSet(script, forEachChild), source);
  walk.script(script);
  return walk.reading();
}

class Walk {
  readonly #times: Map<string, number>;
  readonly #values = new Map<string, readonly Word[] | null>();
  readonly #commands: SimpleCommand[] = [];
  readonly #steps: Step[] = [];
  readonly #found: Findings;
  #depth = 0;
  /** What positions of the parser count in. */
  #source: string;
  /** How many substitutions are around it. */
  #inside = 0;
  #isFull = false;

  constructor(times: Map<string, number>, source: string) {
    this.#times = times;
    this.#source = source;
    this.#found = new Findings(source.length);
  }

  reading(): Reading {
    const found = this.#found;
    const understood = found.because === "" && found.hiding === null && this.#commands.length > 0;
    if (!understood && found.doubts.length === 0) found.doubt(say`it is empty`);
    return {
      understood,
      whole: found.whole,
      because: found.because || (found.hiding ?? ""),
      grave: found.hiding,
      doubts: found.doubts,
      commands: this.#commands,
      steps: this.#steps,
    };
  }

  readonly #finds: Finds = {
    doubt: (because) => this.#found.doubt(because),
    missing: (because) => this.#found.missing(because),
    grave: (because) => this.#found.grave(because),
    script: (script) => {
      if (script === undefined) return this.#found.missing(say`a part of it could not be read`);
      const walk = () => this.#apart(() => this.script(script));
      const source = this.#source;
      this.#inside += 1;
      this.#source = script.source ?? source;
      if (script.source === undefined) walk();
      else this.#found.apart(walk);
      this.#source = source;
      this.#inside -= 1;
    },
    variable: (name) => this.#values.get(name),
  };

  #word(word: Unbash.Word, pattern = false): readonly Word[] {
    return this.#found.at(word, () => readWord(word, this.#finds, pattern));
  }

  #apart(run: () => void): void {
    this.#steps.push({ type: "open", kind: "apart" });
    run();
    this.#steps.push({ type: "close", kind: "apart" });
  }

  script({ commands, errors }: Unbash.ParsedScript): void {
    if (this.#inside > 0 && (errors?.length ?? 0) > 0)
      this.#found.missing(say`a part of it is not correct shell`);
    // Bash joins the lines before it looks what is expanded: `"$`, a line break, `HOME"` is the home folder.
    if (/\$\\\n|[^\s\\]\\\n[<>]/.test(this.#source))
      this.#found.missing(say`a line break stands inside of a word or sign`);
    // The parser keeps it as a character, bash drops it.
    if (/(?<!\\)(\\\\)*\\$/.test(this.#source)) this.#found.missing(say`it ends in a backslash`);
    this.#statements(commands, this.#inside > 0 ? { ...outermost, maybe: true } : outermost);
  }

  #statements(statements: readonly Unbash.Statement[], context: Context): void {
    for (const statement of statements) this.#found.at(statement, () => this.#statement(statement, context));
  }

  #statement({ command, background, end }: Unbash.Statement, context: Context): void {
    if (isLeftOver(this.#source, end)) this.#found.missing(say`a part of it is left over`);
    if (background === true) {
      this.#found.doubt(say`it starts a background job (&)`);
      this.#apart(() => this.#node(command, { ...context, maybe: true }));
    } else this.#node(command, context);
  }

  #list(list: Unbash.CompoundList, context: Context): void {
    this.#statements(list.commands, { ...context, sure: false });
  }

  #node(node: Unbash.PipelineNode | Unbash.AndOr | Unbash.CompoundList, context: Context): void {
    if (++this.#depth > 200) return this.#finds.grave(say`it is nested very deep`);
    this.#found.at(node, () => this.#take(node, context));
    this.#depth -= 1;
  }

  #take(node: Unbash.PipelineNode | Unbash.AndOr | Unbash.CompoundList, context: Context): void {
    switch (node.type) {
      case "Command":
        return this.#command(node, context);
      case "AndOr": {
        this.#steps.push({ type: "open", kind: "list" });
        const allAnd = node.operators.every((operator) => operator === "&&");
        for (const [at, part] of node.commands.entries()) {
          this.#node(part, {
            ...context,
            sure: allAnd && at < node.commands.length - 1,
            maybe: context.maybe || at > 0,
          });
        }
        this.#steps.push({ type: "close", kind: "list" });
        return;
      }
      case "Pipeline": {
        const [only, ...more] = node.commands;
        // `!` alone: in a substitution bash takes what follows for its command.
        if (only === undefined) return this.#found.missing(say`\`!\` stands before nothing`);
        const negated = node.prefixes.some((prefix) => prefix.type === "Negation");
        if (more.length === 0) return this.#node(only, negated ? { ...context, sure: false } : context);
        for (const [at, part] of node.commands.entries()) {
          const piped = context.piped || at > 0;
          this.#apart(() => this.#node(part, { ...context, sure: false, maybe: true, piped }));
        }
        return;
      }
      case "CompoundList":
      case "BraceGroup":
        return this.#list(node.type === "BraceGroup" ? node.body : node, context);
      case "Subshell":
        return this.#apart(() => this.#list(node.body, { ...context, maybe: true }));
      case "Redirected": {
        const redirections = node.redirects.flatMap((one) => this.#redirection(one) ?? []);
        const feeds = node.redirects.some((redirect) => redirect.operator.startsWith("<"));
        const [first, last] = [node.redirects[0] ?? node, node.redirects.at(-1) ?? node];
        this.#found.at({ pos: first.pos, end: last.end }, () =>
          this.#push({ ...bare, words: [plainWord(":")], redirections }, context),
        );
        return this.#node(node.command, { ...context, piped: context.piped || feeds });
      }
      case "If": {
        this.#list(node.clause, context);
        const inside = { ...context, maybe: true };
        for (const list of [node.then, ...node.elif.flatMap((one) => [one.clause, one.then]), node.else]) {
          if (list !== undefined) this.#list(list, inside);
        }
        return;
      }
      case "For":
        return this.#for(node, context);
      case "While": {
        if (isEndless(node)) this.#found.doubt(say`its loop has no end`);
        const inside = { ...context, maybe: true, loops: true };
        this.#list(node.clause, inside);
        return this.#list(node.body, inside);
      }
      case "Case":
        this.#word(node.word);
        for (const { pattern, body } of node.items) {
          for (const one of pattern) this.#word(one, true);
          this.#list(body, { ...context, maybe: true });
        }
        return;
      case "TestCommand": {
        const words = readTest(node.expression, this.#finds);
        // A comparison to the parser, a command to bash: `[[ 1<(rm x) -nt a ]]`.
        if (/[<>]\(/.test(this.#source.slice(node.pos, node.end)))
          this.#found.missing(say`it tests the output of a command`);
        return this.#push({ ...bare, words: [plainWord("test"), ...words] }, context);
      }
      case "ArithmeticCommand":
        return readArithmetic(node.expression, this.#finds);
      case "ArithmeticFor":
        this.#found.doubt(say`its loop calculates`);
        for (const part of [node.initialize, node.test, node.update])
          if (part !== undefined)
            readArithmetic(part, { ...this.#finds, grave: (because) => this.#found.doubt(because) });
        return this.#list(node.body, { ...context, maybe: true, loops: true });
      case "Select":
        this.#found.doubt(say`it asks for an answer while it runs`);
        for (const word of node.wordlist ?? []) this.#word(word);
        this.#values.set(node.name.value, null);
        return this.#list(node.body, { ...context, maybe: true, loops: true });
      case "Coproc":
        // In a substitution bash takes the name that it gives to the job for a command.
        if (this.#inside > 0) this.#found.missing(say`a substitution starts a background job (coproc)`);
        this.#found.doubt(say`it starts a background job (coproc)`);
        return this.#apart(() => this.#node(node.body, { ...context, maybe: true }));
      case "Function": {
        const name = node.name.value;
        this.#found.doubt(say`it defines a function (${name})`);
        const before = this.#commands.length;
        this.#node(node.body, { ...context, maybe: true, loops: true });
        const callsItself = this.#commands.slice(before).some(({ words }) => words[0].text === name);
        if (callsItself || isTakenName(name))
          this.#finds.grave(say`it puts a function in the place of \`${name}\``);
        return;
      }
      default:
        node satisfies never;
        this.#found.missing(say`it uses shell syntax that rein does not know`);
    }
  }

  #for(node: Unbash.For, context: Context): void {
    const name = node.name.value;
    if (isDangerousVariable(name)) this.#finds.grave(say`it sets ${name}`);
    if (node.wordlist === undefined) this.#found.doubt(say`its loop runs over words that are not in it`);
    const words = handedOn(
      (node.wordlist ?? []).flatMap((word) => this.#word(word)),
      this.#finds,
    );
    const isKnown =
      this.#times.get(name) === 1 &&
      words.length > 0 &&
      words.length <= 64 &&
      words.every(({ unknown }) => !unknown);
    // A file's name may have anything where the pattern has its star, also at the start.
    this.#values.set(name, isKnown ? words : null);
    this.#list(node.body, { ...context, maybe: true, loops: true });
    this.#values.set(name, null);
  }

  #command(node: Unbash.Command, context: Context): void {
    // The parser passes over what does not fit; the shell does not.
    if (
      hasGap(this.#source, [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix])
    )
      this.#found.missing(say`a part of it is left over`);
    const assigned = node.prefix.flatMap((one) => (one.type === "Assignment" ? [one] : []));
    const values = assigned.map((one) => this.#found.at(one, () => this.#assignment(one)));
    const redirections = node.redirects.flatMap((one) => this.#redirection(one) ?? []);
    const input = node.redirects.map(inputOf).find((text) => text !== null) ?? null;
    const piped = context.piped || node.redirects.some(({ operator }) => operator.startsWith("<"));
    const assignments = assigned.map(({ text }) => text);
    if (node.name === undefined) {
      for (const [at, { name, index, append }] of assigned.entries()) {
        const isKnown =
          !context.maybe && index === undefined && append !== true && this.#times.get(name) === 1;
        this.#values.set(name, isKnown ? (values[at] ?? null) : null);
        if (isDangerousVariable(name)) this.#finds.grave(say`it sets ${name}`);
      }
      return this.#push({ ...bare, words: [plainWord(":")], redirections, piped, input }, context);
    }
    const names = this.#word(node.name);
    const [name = plainWord("")] = names;
    const kind = nameKind(node.name, names);
    if (kind === "computed") this.#finds.grave(say`the name of a command in it is computed`);
    else if (kind === "home") this.#found.doubt(say`the name of a command in it is computed`);
    const rest = node.args.map((argument): readonly Word[] => {
      if (argument.type === "Word") return this.#word(argument);
      this.#found.at(argument, () => this.#assignment(argument));
      return [{ ...plainWord(argument.text), unknown: true }];
    });
    if (name.text === "read") for (const word of rest.flat()) this.#values.set(word.text, null);
    const lists = combinations(rest, maxCommands);
    if (lists === null) this.#found.doubt(say`it stands for too many commands`);
    const collapsed = rest.flatMap(([first]) => (first === undefined ? [] : [{ ...first, unknown: true }]));
    for (const words of lists ?? [collapsed])
      this.#push({ words: [name, ...words], assignments, redirections, piped, input }, context);
  }

  #tooMany(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.#found.whole = false;
    this.#finds.grave(say`it has too many parts to look at`);
  }

  #assignment({ index, value, text }: Unbash.Assignment): readonly Word[] | null {
    if (index !== undefined) {
      readWord(index, this.#finds, true);
      if (!/^\d+$/.test(index.text)) this.#found.doubt(say`${text} calculates with its index`);
    }
    if (value.type === "ArrayValue") {
      // Bash writes a substitution down anew before it runs it, and leaves out the backslashes of a list.
      if (this.#inside > 0 && text.includes("\\"))
        this.#finds.grave(say`a list in a substitution has a backslash, which the shell loses`);
      for (const element of value.elements) handedOn(readWord(element, this.#finds), this.#finds);
      return null;
    }
    const words = handedOn(readWord(value, this.#finds), this.#finds);
    return words.every(({ unknown, tilde, stream }) => !unknown && !tilde && !stream) ? words : null;
  }

  #redirection(redirect: Unbash.Redirection): Redirection | null {
    return this.#found.at(redirect, () => readRedirection(redirect, this.#finds));
  }

  #push(found: Omit<SimpleCommand, "span">, { piped, sure, loops }: Context): void {
    if (this.#commands.length >= maxParts) return this.#tooMany();
    const command = { ...found, span: this.#found.span };
    const taken = piped && !command.piped ? { ...command, piped } : command;
    this.#commands.push(taken);
    this.#steps.push({ type: "command", command: taken, sure, loops });
  }
}
