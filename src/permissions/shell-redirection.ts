/** Redirections of a script. */
import type * as Unbash from "unbash";
import { say } from "../words/say.ts";
import { plainWord, type Redirection, type Word } from "./shell-syntax.ts";
import { type Finds, readWord } from "./shell-word.ts";

/** Words that are handed on: what they hold may be shown by whatever gets them. */
export function handedOn(words: readonly Word[], finds: Finds): readonly Word[] {
  const [name] = words.flatMap(({ shows }) => shows);
  if (name !== undefined) finds.doubt(say`it hands on the value of ${name}`);
  return words;
}

/** What a redirection reads or writes; null when that is no file. */
export function readRedirection(redirect: Unbash.Redirection, finds: Finds): Redirection | null {
  if (redirect.descriptor?.type === "FileDescriptorVariable")
    finds.doubt(say`it sets a variable to a descriptor`);
  if (redirect.type === "HereDoc") {
    if (redirect.closing === undefined) finds.missing(say`its text has no end`);
    if (redirect.delimiter?.quoted !== true) {
      for (const part of redirect.body.parts ?? []) {
        if (part.type === "Literal") continue;
        // To bash a quote in there is a character, to the parser it may hide a command.
        if (part.type === "ParameterExpansion" && part.text.includes("'"))
          finds.missing(say`${part.text} may run something`);
        handedOn(
          readWord({ type: "Word", text: "", value: "", pos: 0, end: 0, parts: [part] }, finds, true),
          finds,
        );
      }
    }
    return null;
  }
  if (redirect.target === undefined) {
    finds.missing(say`a redirection in it leads nowhere`);
    return null;
  }
  const [target = plainWord(""), ...more] = readWord(redirect.target, finds);
  if (redirect.type === "HereString") {
    handedOn([target], finds);
    return null;
  }
  if (/^[<>]&$/.test(redirect.operator) && /^(\d+-?|-)$/.test(target.text) && !target.unknown) return null;
  // Bash closes the descriptor, and what touches the `-` is the next word: `>&-rm x` runs `rm`.
  if (redirect.operator.endsWith("&") && target.text.startsWith("-"))
    finds.missing(say`${redirect.operator}${target.text} is more than one word to the shell`);
  if (target.stream && redirect.operator === "<") return null;
  if (target.unknown || target.glob || more.length > 0 || redirect.operator === "<&") {
    finds.doubt(say`where ${redirect.operator} ${target.text} leads is known only when it runs`);
  }
  if (/^\/dev\/(tcp|udp)\//.test(target.text))
    finds.grave(say`${target.text} is a connection to the network`);
  return { kind: redirect.operator === "<" ? "read" : "write", target };
}

/** The text that a redirection gives as input, where it stands in the script. */
export function inputOf(redirect: Unbash.Redirection): string | null {
  if (redirect.type === "HereDoc") return redirect.body.text;
  return redirect.type === "HereString" ? (redirect.target?.value ?? null) : null;
}
