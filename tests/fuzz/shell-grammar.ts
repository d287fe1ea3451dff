/** Random shell texts that are correct, grown from bash's grammar. */
import type { Random } from "./random.ts";
import { WordGrower } from "./shell-grammar-words.ts";

/** A correct text; most commands in it are `c1` to `c9`. */
export function grownScript(random: Random): string {
  return new Grower(random).script();
}

/** Grows correct texts from the grammar, at most a few levels deep. */
class Grower extends WordGrower {
  /** Bodies of here-documents that are due at the next end of a line. */
  #due: string[] = [];

  script(): string {
    const text = this.list();
    return text + this.bodies();
  }

  protected override bodies(): string {
    const bodies = this.#due.join("");
    this.#due = [];
    return bodies === "" ? "" : `\n${bodies}`;
  }

  #end(): string {
    const bodies = this.bodies();
    if (bodies !== "") return bodies;
    return this.random.pick([
      "; ",
      ";",
      "\n",
      "\n",
      " # c9 'a\n",
      "\n\n",
      ";\n",
      " #\n",
      this.isWild ? " & " : ";",
    ]);
  }

  protected override list(): string {
    let text = this.#andOr();
    while (this.random.chance(35)) text += this.#end() + this.#andOr();
    return text;
  }

  /** A list that ends where a word such as `then` may follow. */
  #closed(): string {
    return this.list() + (this.bodies() || this.random.pick(["; ", "\n", ";\n"]));
  }

  #andOr(): string {
    let text = this.#pipeline();
    while (this.random.chance(20))
      text += this.random.pick([" && ", " || ", "&&", "||", " &&\n", " || \\\n"]) + this.#pipeline();
    return text;
  }

  #pipeline(): string {
    const { chance, pick } = this.random;
    let text = chance(6) ? pick(["! ", "time ", "time -p ", "! ! "]) : "";
    text += this.#command();
    while (chance(15)) text += pick([" | ", "|", " |& ", " |\n"]) + this.#command();
    return text;
  }

  #command(): string {
    const { pick, chance } = this.random;
    const redirections = () => (chance(15) ? this.#redirection() : "");
    return this.one(
      () => this.simple(),
      [
        () => this.simple(),
        () => this.simple(),
        () => `(${this.list()}${this.bodies()})${redirections()}`,
        () => `{ ${this.#closed()}}${redirections()}`,
        () => this.#ifForm() + redirections(),
        () => `for v1 in ${this.words()}${pick([";", "\n"])} do ${this.#closed()}done${redirections()}`,
        () => `${pick(["while", "until"])} ${this.#closed()}do ${this.#closed()}break; done${redirections()}`,
        () => this.#caseForm(),
        () => `[[ ${this.condition()} ]]${redirections()}`,
        () => `echo ${this.words()}`,
        () => `cd ${this.word()} && ${this.simple()}`,
      ],
      [
        () => `for v2; do ${this.#closed()}done${redirections()}`,
        () => `${pick(["f1() ", "f2 () ", "function f3 ", "function f1() ", "f2()\n"])}${this.#body()}`,
        () => `${pick(["f1", "f2", "f3"])} ${this.words()}`,
        () => `(( ${this.arithmetic()} ))`,
        () => `coproc ${chance(30) ? `NAME ${this.#body()}` : this.simple()}`,
        () => `for (( ${this.arithmetic()}; 0; ${this.arithmetic()} )); do ${this.#closed()}done`,
        () => `select v1 in ${this.words()}; do ${this.#closed()}break; done`,
        () => this.#special(),
        () => this.#special(),
      ],
    );
  }

  #ifForm(): string {
    const { chance } = this.random;
    const others = chance(30) ? `elif ${this.#closed()}then ${this.#closed()}` : "";
    const last = chance(40) ? `else ${this.#closed()}` : "";
    return `if ${this.#closed()}then ${this.#closed()}${others}${last}fi`;
  }

  #body(): string {
    return this.random.chance(70) ? `{ ${this.#closed()}}` : `( ${this.list()}${this.bodies()} )`;
  }

  #caseForm(): string {
    const { pick, chance } = this.random;
    let text = `case ${this.word()} in${pick([" ", "\n"])}`;
    for (let left = 1 + this.random.below(3); left > 0; left -= 1) {
      const body = chance(85) ? this.list() + this.bodies() : "";
      text += `${pick(["", "("])}${this.pattern()}${chance(25) ? `|${this.pattern()}` : ""}) ${body}${pick([" ;;", ";;\n", "\n;;\n", " ;& ", " ;;& "])}`;
    }
    return `${text} esac`;
  }

  /** Builtins that run what they are given. */
  #special(): string {
    const { pick } = this.random;
    const inner = () => this.simple().replaceAll("'", "");
    return pick([
      () => `eval ${this.word()} ${this.word()}`,
      () => `eval '${inner()}'`,
      () => `command ${this.simple()}`,
      () => `builtin echo ${this.word()}`,
      () => `exec ${this.simple()}`,
      () => `trap '${inner()}' EXIT`,
      () => `alias c1='${inner()}'\nc1`,
      () => `shopt -s expand_aliases\nalias v1=${this.word()}\nv1 ${this.word()}`,
      () => `set -- ${this.words()}; $1`,
      () => `v1=${this.word()}; $v1 ${this.word()}`,
      () => `v2=(${this.words()}); "\${v2[@]}"`,
      () => `${pick(["declare", "export", "readonly", "local", "typeset"])} v1=${this.word()}`,
      () => `printf -v v1 %s ${this.word()}; echo $v1`,
      () => `read v1 <<< ${this.word()}; c1 $v1`,
      () => `test ${this.condition()}`,
      () => `[ ${this.condition()} ]`,
      () => `bash -c '${inner()}'`,
      () => `let ${this.arithmetic()}`,
      () => `echo ${this.words()}`,
      () => `cd ${this.word()} && ${this.simple()}`,
      () => `: ${this.words()}`,
      () => `PS4='$(c9)'; set -x; ${this.simple()}`,
      () => `mapfile -C ${this.word()} -c 1 <<< a`,
      () => `hash -p /x/y c1; ${this.simple()}`,
    ])();
  }

  protected override simple(): string {
    const { chance, pick } = this.random;
    let text = "";
    while (chance(12))
      text += `${pick(["v1", "v2", "v3", "v1[0]", "v2+"])}=${chance(80) ? this.word() : ""}${this.blank()}`;
    if (chance(5)) text += `v3=(${this.words()})${this.blank()}`;
    if (chance(8)) text += this.#redirection() + this.blank();
    text += this.#name();
    while (chance(55)) {
      text += this.blank() + this.word();
      if (chance(12)) text += this.#redirection();
    }
    if (chance(12)) text += this.blank() + this.#redirection();
    return text;
  }

  #name(): string {
    const { pick, chance } = this.random;
    const name = pick(["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"]);
    if (chance(80)) return name;
    const plain = [
      `"${name}"`,
      `'${name}'`,
      `\\${name}`,
      `c"${name[1]}"`,
      `c\\\n${name[1]}`,
      `${name}""`,
    ] as const;
    if (!this.isWild) return pick(plain);
    return pick([
      `$'${name}'`,
      "$v1",
      `$(echo ${name})`,
      `${name}$v9`,
      `{${name},c9}`,
      `${name}*`,
      `"$v9"${name}`,
    ]);
  }

  #redirection(): string {
    const { pick, chance } = this.random;
    const descriptor = chance(20) ? pick(["2", "1", "0", "9", "{v1}", "a"]) : "";
    return this.one(
      () =>
        `${descriptor}${pick([">", ">>", ">|", "<", "&>", "&>>", "<>"])}${pick(["f1", "f2", "/dev/null", " f3", "'f4'"])}`,
      [
        () => pick(["2>&1", ">&2", "<&0", "2>&-", "<&-"]),
        () => `${descriptor}<<<${pick(["", " "])}${this.word()}`,
        () => this.#hereDocument(),
        () => this.#hereDocument(),
      ],
      [() => `${descriptor}${pick([">", "<", ">>"])} ${this.word()}`],
    );
  }

  #hereDocument(): string {
    const { pick, chance } = this.random;
    const end = pick(["EOF", "E", "x y", "-"]);
    const isQuoted = end.includes(" ") || chance(40);
    const dash = chance(30);
    let body = "";
    while (chance(60))
      body += `${pick(["", "\t", " "])}${pick([() => this.expansion(), () => "a", () => "c9", () => "'", () => `"`, () => "\\", () => `${end} `, () => "\\$(c9)", () => "`c8`", () => ""])()}\n`;
    this.#due.push(`${body}${dash ? "\t" : ""}${end}\n`);
    const written = isQuoted ? pick([`'${end}'`, `"${end}"`, `${end[0] === "x" ? "" : "\\"}${end}`]) : end;
    return `<<${dash ? "-" : ""}${written.includes(" ") && !/['"]/.test(written) ? `'${end}'` : written}`;
  }
}
