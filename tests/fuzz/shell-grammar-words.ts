/** Random words of shell texts that are correct: what bash's grammar has inside of commands. */
import type { Random } from "./random.ts";

/** What words are made of where nothing is nested in them. */
const pieces: readonly string[] = [
  ..."a b -n --x=y a.txt ../a . .. 1 -1 a=b \\; é # a#b {} {a {a,b} {1..3} * ? [ab] [!a]* ~ ~/a ! = , + % ^ @ c1 c2 then if done".split(
    " ",
  ),
  ..."a b c d e f".split(" "),
  "'a b'",
  '"a b"',
  "\\ ",
  "",
  "日本",
  "'a;c9'",
  '"a|c9"',
  "'\n'",
  '"\n"',
  "\\\n",
];

export type Form = () => string;

/** Grows words; what commands there are in them is grown by who extends it. */
export abstract class WordGrower {
  protected readonly random: Random;
  /** With forms that the analysis refuses: one of them decides for a whole text, and hides what else is in it. */
  protected readonly isWild: boolean;
  readonly #deepest: number;
  #level = 0;

  constructor(random: Random) {
    this.random = random;
    this.isWild = random.chance(30);
    this.#deepest = 1 + random.below(5);
  }

  protected abstract list(): string;
  protected abstract simple(): string;
  protected abstract bodies(): string;

  /** One of these; deep down, the first. Those of `wild` are refused by the analysis. */
  protected one(simple: Form, others: readonly Form[], wild: readonly Form[] = []): string {
    const { pick, chance } = this.random;
    if (this.#level >= this.#deepest || chance(25)) return simple();
    this.#level += 1;
    const text = pick([simple, ...others, ...(this.isWild ? wild : [])])();
    this.#level -= 1;
    return text;
  }

  protected blank(): string {
    return this.random.pick([" ", " ", " ", " ", "  ", "\t", " \\\n ", "\\\n "]);
  }

  protected pattern(): string {
    return this.one(
      () => this.random.pick(["*", "a", "a*", "[ab]", "?", "'a'", "c1", "esac2", '"$v1"', "\\*"]),
      [() => this.word()],
    );
  }

  protected words(): string {
    let text = this.word();
    while (this.random.chance(40)) text += this.blank() + this.word();
    return text;
  }

  protected word(): string {
    let text = this.piece();
    while (this.random.chance(28)) text += this.piece();
    return text;
  }

  protected piece(): string {
    const { pick } = this.random;
    const inner = () => `${this.list()}${this.bodies()}`;
    return this.one(
      () => pick(pieces),
      [
        () => `"${this.quoted()}"`,
        () => `"${this.quoted()}"`,
        () => `'${pick(["a", "$(c9)", "`c9`", "a\nc9\n", '"', "\\", "#", ">f1", ""])}'`,
        () => `$'${pick(["a", "\\'c9", "\\x63\\x39", "\\\\", "\\n", "$(c9)", "\\e"])}'`,
        () => this.expansion(),
        () => this.expansion(),
        () => `<(${inner()})`,
        () => `{${this.word()},${this.word()}}`,
        () => `[${this.piece()}]`,
      ],
      [
        () => `>(${inner()})`,
        () => `$"${this.quoted()}"`,
        () => `${pick(["@", "!", "*", "+", "?"])}(${this.pattern()}|${this.pattern()})`,
      ],
    );
  }

  protected expansion(): string {
    const { pick } = this.random;
    const inner = () => `${this.list()}${this.bodies()}`;
    return this.one(
      () => pick(["$v1", "$v2", "${v1}", "$?", "${#v1}", "$", "$$", this.isWild ? "$@" : "$v1"]),
      [
        () => `$(${inner()})`,
        () => `$(${inner()})`,
        () => `$( ${this.list()} # c9)\n)`,
        () => `\`${this.list().replace(/[\\`]/g, String.raw`\$&`)}${this.bodies()}\``,
        () => `\`${this.simple().replaceAll("`", "")}\``,
        () => `\${v1${pick([":-", "-", ":+", "+", ":?", "#", "##", "%", "%%"])}${this.word()}}`,
        () => `\${v1${pick(["/", "//", "/#", "/%"])}${this.piece()}/${this.piece()}}`,
        () => `\${v1${pick(["^", "^^", ",", ",,", ":1", ":1:2"])}}`,
        () => `$(<${this.piece()})`,
        () => `$( (${inner()}) )`,
        () => `$((${inner()}) )`,
      ],
      [
        () => `\${v1${pick([":=", "="])}${this.word()}}`,
        () => `\${v1:${this.arithmetic()}}`,
        () => `\${v1${pick(["@Q", "@P", "@U"])}}`,
        () => `\${!v1${pick(["", "@", "*", "[@]"])}}`,
        () => `\${v2[${this.arithmetic()}]}`,
        () => `$((${this.arithmetic()}))`,
        () => `$[${this.arithmetic()}]`,
      ],
    );
  }

  protected quoted(): string {
    const { pick, chance } = this.random;
    let text = "";
    do
      text += chance(45)
        ? this.expansion()
        : pick([
            "a",
            " ",
            '\\"',
            "\\$",
            "\\`",
            "'",
            "#",
            ";c9",
            "\n",
            "\\\n",
            "\\\\",
            "!",
            "*",
            "(c9)",
            ">f1",
            "}",
            "{",
          ]);
    while (chance(45));
    return text;
  }

  protected condition(): string {
    const { pick } = this.random;
    return this.one(
      () => `${pick(["-n", "-z", "-f", "-e", "-d", ""])} ${this.word()}`,
      [
        () => `${this.word()} ${pick(["=", "==", "!=", "<", ">", "-nt", "=~"])} ${this.word()}`,
        () => `! ${this.condition()}`,
        () => `( ${this.condition()} )`,
        () => `${this.condition()} ${pick(["&&", "||"])} ${this.condition()}`,
      ],
      [() => `-v ${this.word()}`, () => `${this.word()} ${pick(["-eq", "-lt", "-a"])} ${this.word()}`],
    );
  }

  protected arithmetic(): string {
    const { pick } = this.random;
    return this.one(
      () => pick(["1", "0", "v1", "0x1f", "2#1", "$v1", "v2[0]", "a[$(c9)]", "'1'"]),
      [
        () =>
          `${this.arithmetic()} ${pick(["+", "-", "*", "<", "==", "<<", ">>", "&&", "|", ","])} ${this.arithmetic()}`,
        () => `(${this.arithmetic()})`,
        () => `${pick(["-", "!", "~", "v1=", "v1+="])}${this.arithmetic()}`,
        () => `${this.arithmetic()} ? ${this.arithmetic()} : ${this.arithmetic()}`,
        () => this.expansion(),
      ],
    );
  }
}
