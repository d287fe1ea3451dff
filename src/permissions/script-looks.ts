/** Programs inside arguments: what they do beside printing. Pure. */

const address = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/I?)(?:~\d+)?`;
const sedCommand = new RegExp(
  String.raw`^\s*(?:${address}(?:\s*,\s*(?:[+~]?\d+|${address}))?\s*)?!?\s*(?:[pdqPDnNgGhHx=l]|s([/|#,@!:;%_+~])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiIm0-9]*|y([/|#,])(?:(?!\2)[^\\\n]|\\.)*\2(?:(?!\2)[^\\\n]|\\.)*\2)\s*`,
);

/** True for a sed script that only prints, drops and replaces what it prints. */
export function sedLooks(script: string): boolean {
  let rest = script.trim();
  if (rest === "") return false;
  while (rest !== "") {
    const found = sedCommand.exec(rest);
    if (found === null) {
      const group = new RegExp(
        String.raw`^\s*(?:${address}(?:\s*,\s*${address})?\s*)?!?\s*\{([^{}]*)\}\s*`,
      ).exec(rest);
      if (group === null || !sedLooks((group[1] ?? "").replace(/;\s*$/, ""))) return false;
      rest = rest.slice(group[0].length);
    } else rest = rest.slice(found[0].length);
    if (rest === "") return true;
    if (!/^[;\n}]/.test(rest)) return false;
    rest = rest.replace(/^[;\n\s]+/, "");
  }
  return true;
}

/** True for a sed script that runs a command: `e`, or the flag of a replacement. */
export function sedRuns(script: string): boolean {
  return (
    /(^|[;\n{]|\d|\$|\/)\s*!?\s*e(\s|$)/.test(script) ||
    /s(\W)(?:(?!\1)[^\\]|\\.)*\1(?:(?!\1)[^\\]|\\.)*\1[gpiIm0-9]*e/s.test(script)
  );
}

/** True for an awk program that only prints what it computes from its input. */
export function awkLooks(program: string): boolean {
  const code = withoutTexts(program);
  return (
    code !== null &&
    !/@|\b(system|getline|close|fflush|ENVIRON|PROCINFO|ARGV|ARGC)\b|(^|[^|])\|([^|]|$)/.test(code) &&
    !writes(code)
  );
}

/** A `>` compares in a pattern and between parentheses; after `print` it writes. */
function writes(code: string): boolean {
  let braces = 0;
  let parentheses = 0;
  for (const character of code) {
    if (character === "{") braces += 1;
    else if (character === "}") braces -= 1;
    else if (character === "(") parentheses += 1;
    else if (character === ")") parentheses -= 1;
    else if (character === ">" && braces > 0 && parentheses === 0) return true;
  }
  return false;
}

/** True for an awk program that runs another one, as far as can be told. */
export function awkRuns(program: string): boolean {
  return /@(load|\w+\s*\()|\bsystem\s*\(|(^|[^|])\|([^|]|$)/.test(withoutTexts(program) ?? program);
}

/** An awk program without its texts, patterns and comments; null where it cannot be told what is one. */
function withoutTexts(program: string): string | null {
  let code = "";
  let before = "";
  for (let at = 0; at < program.length; at += 1) {
    const character = program[at] ?? "";
    // Behind a value, a slash divides.
    const isPattern = character === "/" && /^[({!~,;&|}\n]?$/.test(before);
    if (character === '"' || isPattern) {
      const end = endOf(program, at, character);
      if (end === null) return null;
      code += '""';
      before = '"';
      at = end;
      continue;
    }
    if (character === "#") {
      while (at + 1 < program.length && program[at + 1] !== "\n") at += 1;
      continue;
    }
    code += character;
    if (!/[ \t\r]/.test(character)) before = character;
  }
  return code;
}

/** Where a text or pattern that begins at `from` ends; null where awks differ in that, or where it does not. */
function endOf(program: string, from: number, mark: string): number | null {
  for (let at = from + 1; at < program.length; at += 1) {
    const character = program[at];
    if (character === "\\") at += 1;
    else if (character === mark) return at;
    else if (character === "\n") return null;
    else if (character === "[" && mark === "/") {
      const set = /^\[\^?\]?[^\]/"\\\n]*\]/.exec(program.slice(at));
      if (set === null) return null;
      at += set[0].length - 1;
    }
  }
  return null;
}

/** True for a jq filter that looks at nothing but its input. */
export function jqLooks(filter: string): boolean {
  return !/\$ENV|\$__|\b(env|import|include|input_filename|modulemeta|get_search_list)\b/.test(
    filter.replace(/\.\w+/g, "."),
  );
}
