/** The way through a parsed script: every simple command, where it stands, and what makes the script hard to tell. */
import type * as Unbash from "unbash";
import { isDangerousVariable, isTakenName } from "./dangerous-variables.ts";
import { plainWord, type Reading, type SimpleCommand, type Step, type Word } from "./shell-syntax.ts";
import { handedOn, inputOf, readRedirection } from "./shell-redirection.ts";
import { readTest } from "./shell-test.ts";
import { type Finds, readArithmetic, readWord } from "./shell-word.ts";
import { timesSet } from "./times-set.ts";

type Context = {
  /** What runs here gets its input from the script or from another command. */
  readonly piped: boolean;
  /** It may not run at all, so that what it sets is not known to be set. */
  readonly maybe: boolean;
  readonly loops: boolean;
  readonly sure: boolean;
};

const outermost: Context = { piped: false, maybe: false, loops: false, sure: false };

/** Reads a whole script; `forEachChild` comes from the parser that made it. */
export function walkScript(
  script: Unbash.ParsedScript,
  source: string,
  { forEachChild }: typeof Unbash,
): Reading {
  const walk = new Walk(timesSet(script, forEachChild), source);
  walk.statements(script.commands, outermost);
  return walk.reading();
}

/**
 * What may stand behind a statement. A `#` or `}` that touches it is a part of its last word to bash, also where the
 * parser sees a comment or the end of a group: `ls <(true)#; rm x` runs `rm`.
 */
const behindStatement =
  /^(?:[ \t]|\\\n)*(?:$|[;&\n)`]|(?<=[ \t](?:\\\n)*)[#}]|(?:then|do|done|fi|else|elif|esac)\b)/;

class Walk {
  readonly #times: Map<string, number>;
  readonly #values = new Map<string, readonly Word[] | null>();
  readonly #commands: SimpleCommand[] = [];
  readonly #steps: Step[] = [];
  #because = "";
  #grave: string | null = null;
  #depth = 0;
  #whole = true;
  /** What positions count in. */
  #source: string;

  constructor(times: Map<string, number>, source: string) {
    this.#times = times;
    this.#source = source;
  }

  reading(): Reading {
    const understood = this.#because === "" && this.#grave === null && this.#commands.length > 0;
    const because = this.#because || (this.#grave ?? (understood ? "" : "it is empty"));
    return {
      understood,
      whole: this.#whole,
      because,
      grave: this.#grave,
      commands: this.#commands,
      steps: this.#steps,
    };
  }

  readonly #finds: Finds = {
    doubt: (because) => this.#doubt(because),
    grave: (because) => {
      this.#grave ??= because;
    },
    script: (script) => {
      if (script === undefined) return this.#leftOver("a part of it could not be read");
      if (script.errors !== undefined && script.errors.length > 0)
        this.#leftOver("a part of it is not correct shell");
      const outer = this.#source;
      this.#source = script.source ?? outer;
      this.#apart(() => this.statements(script.commands, { ...outermost, maybe: true }));
      this.#source = outer;
    },
    variable: (name) => this.#values.get(name),
  };

  #doubt(because: string): void {
    if (this.#because === "") this.#because = because;
  }

  #leftOver(because: string): void {
    this.#whole = false;
    this.#doubt(because);
  }

  #apart(run: () => void): void {
    this.#steps.push({ type: "open", kind: "apart" });
    run();
    this.#steps.push({ type: "close", kind: "apart" });
  }

  statements(statements: readonly Unbash.Statement[], context: Context): void {
    for (const { command, background, end } of statements) {
      if (!behindStatement.test(this.#source.slice(end))) this.#leftOver("a part of it is left over");
      if (background === true) {
        this.#doubt("it starts a background job (&)");
        this.#apart(() => this.#node(command, { ...context, maybe: true }));
      } else this.#node(command, context);
    }
  }

  #list(list: Unbash.CompoundList, context: Context): void {
    this.statements(list.commands, { ...context, sure: false });
  }

  #node(node: Unbash.PipelineNode | Unbash.AndOr | Unbash.CompoundList, context: Context): void {
    if (++this.#depth > 200) return this.#finds.grave("it is nested very deep");
    this.#take(node, context);
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
        const negated = node.prefixes.some((prefix) => prefix.type === "Negation");
        if (only !== undefined && more.length === 0)
          return this.#node(only, negated ? { ...context, sure: false } : context);
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
        const redirections = node.redirects.map((redirect) => readRedirection(redirect, this.#finds));
        const feeds = node.redirects.some((redirect) => redirect.operator.startsWith("<"));
        this.#push(
          {
            words: [plainWord(":")],
            assignments: [],
            redirections: redirections.flatMap((one) => one ?? []),
            piped: false,
            input: null,
          },
          context,
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
        const [first, ...more] = node.clause.commands;
        const always = node.kind === "while" ? /^(:|true)$/ : /^false$/;
        const ends =
          more.length > 0 ||
          first?.command.type !== "Command" ||
          !always.test(first.command.name?.value ?? "");
        if (!ends) this.#doubt("its loop has no end");
        const inside = { ...context, maybe: true, loops: true };
        this.#list(node.clause, inside);
        return this.#list(node.body, inside);
      }
      case "Case":
        readWord(node.word, this.#finds);
        for (const { pattern, body } of node.items) {
          for (const one of pattern) readWord(one, this.#finds, true);
          this.#list(body, { ...context, maybe: true });
        }
        return;
      case "TestCommand": {
        const words = readTest(node.expression, this.#finds);
        return this.#push(
          {
            words: [plainWord("test"), ...words],
            assignments: [],
            redirections: [],
            piped: false,
            input: null,
          },
          context,
        );
      }
      case "ArithmeticCommand":
        return readArithmetic(node.expression, this.#finds);
      case "ArithmeticFor":
        this.#doubt("its loop calculates");
        return this.#list(node.body, { ...context, maybe: true, loops: true });
      case "Select":
        this.#doubt("it asks for an answer while it runs");
        for (const word of node.wordlist ?? []) readWord(word, this.#finds);
        this.#values.set(node.name.value, null);
        return this.#list(node.body, { ...context, maybe: true, loops: true });
      case "Coproc":
        this.#doubt("it starts a background job (coproc)");
        return this.#apart(() => this.#node(node.body, { ...context, maybe: true }));
      case "Function": {
        const name = node.name.value;
        this.#doubt(`it defines a function (${name})`);
        const before = this.#commands.length;
        this.#node(node.body, { ...context, maybe: true, loops: true });
        const callsItself = this.#commands.slice(before).some(({ words }) => words[0].text === name);
        if (callsItself || isTakenName(name))
          this.#finds.grave(`it puts a function in the place of \`${name}\``);
        return;
      }
      default:
        node satisfies never;
        this.#doubt("it uses shell syntax that rein does not know");
    }
  }

  #for(node: Unbash.For, context: Context): void {
    const name = node.name.value;
    if (isDangerousVariable(name)) this.#finds.grave(`it sets ${name}`);
    if (node.wordlist === undefined) this.#doubt("its loop runs over words that are not in it");
    const words = handedOn(
      (node.wordlist ?? []).flatMap((word) => readWord(word, this.#finds)),
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

  /** The parser passes over what does not fit; the shell does not. */
  #gaps(parts: readonly { readonly pos: number; readonly end: number }[]): void {
    for (const [at, { end }] of parts.entries()) {
      const next = parts[at + 1];
      if (next === undefined) continue;
      const between = this.#source.slice(end, next.pos);
      if (!/^(?:[ \t]|\\\n)*$/.test(between)) this.#leftOver("a part of it is left over");
      // One word to bash, two to the parser: `.<()./x` is `../x`.
      const touches = !/[ \t]/.test(between);
      if (touches && (/^[<>]\(/.test(this.#source.slice(next.pos)) || this.#source[end - 1] === ")"))
        this.#leftOver("a part of it is left over");
    }
  }

  #command(node: Unbash.Command, context: Context): void {
    this.#gaps([...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]);
    const assigned = node.prefix.flatMap((one) => (one.type === "Assignment" ? [one] : []));
    const values = assigned.map((one) => this.#assignment(one));
    const redirections = node.redirects.flatMap((redirect) => readRedirection(redirect, this.#finds) ?? []);
    const input = node.redirects.map(inputOf).find((text) => text !== null) ?? null;
    const piped = context.piped || node.redirects.some(({ operator }) => operator.startsWith("<"));
    const assignments = assigned.map(({ text }) => text);
    if (node.name === undefined) {
      for (const [at, { name, index, append }] of assigned.entries()) {
        const isKnown =
          !context.maybe && index === undefined && append !== true && this.#times.get(name) === 1;
        this.#values.set(name, isKnown ? (values[at] ?? null) : null);
        if (isDangerousVariable(name)) this.#finds.grave(`it sets ${name}`);
      }
      return this.#push({ words: [plainWord(":")], assignments: [], redirections, piped, input }, context);
    }
    const names = readWord(node.name, this.#finds);
    const [name = plainWord("")] = names;
    const isComputed =
      names.length > 1 ||
      name.unknown ||
      name.glob ||
      name.tilde ||
      name.stream ||
      name.text === "" ||
      /^\$['"]/.test(node.name.text) ||
      node.name.parts?.some(({ type }) => !/^(Literal|SingleQuoted|DoubleQuoted)$/.test(type)) === true ||
      this.#hasExpansion(node.name);
    // `~/bin/x` is only a place; the others are made up while it runs.
    if (isComputed && !(name.tilde && names.length === 1 && !name.unknown && !name.glob))
      this.#finds.grave("the name of a command in it is computed");
    else if (name.tilde) this.#doubt("the name of a command in it is computed");
    const rest: Word[] = [];
    for (const argument of node.args) {
      if (argument.type === "Word") rest.push(...readWord(argument, this.#finds));
      else {
        this.#assignment(argument);
        rest.push({ ...plainWord(argument.text), unknown: true });
      }
    }
    if (name.text === "read") for (const word of rest) this.#values.set(word.text, null);
    this.#push({ words: [name, ...rest], assignments, redirections, piped, input }, context);
  }

  #hasExpansion(word: Unbash.Word): boolean {
    return (
      word.parts?.some(
        (part) => part.type === "DoubleQuoted" && part.parts.some(({ type }) => type !== "Literal"),
      ) === true
    );
  }

  #assignment({ index, value, text }: Unbash.Assignment): readonly Word[] | null {
    if (index !== undefined) {
      readWord(index, this.#finds, true);
      if (!/^\d+$/.test(index.text)) this.#doubt(`${text} calculates with its index`);
    }
    if (value.type === "ArrayValue") {
      for (const element of value.elements) handedOn(readWord(element, this.#finds), this.#finds);
      return null;
    }
    const words = handedOn(readWord(value, this.#finds), this.#finds);
    return words.every(({ unknown, tilde, stream }) => !unknown && !tilde && !stream) ? words : null;
  }

  #push(command: SimpleCommand, { piped, sure, loops }: Context): void {
    const taken = piped && !command.piped ? { ...command, piped } : command;
    this.#commands.push(taken);
    this.#steps.push({ type: "command", command: taken, sure, loops });
  }
}
