/**
 * May a command run by itself in `auto`? There is no sandbox yet, so this is a list of what is known to stay in the
 * project by what it says, and everything else asks. Project scripts (`npm test`, `make`) are run: that is what the
 * mode is for. Pure.
 */
import { say } from "../words/say.ts";
import { argumentsOf, programOf, riskOfArguments, riskOfName } from "./command-risk.ts";
import { isInside, pathsIn, pathsNamedBy, type Place, type PlacedPart } from "./place.ts";
import { containedSubcommands, interpreters, linkFollowers, readers, runners } from "./program-tables.ts";
import type { SimpleCommand, Word } from "./shell-syntax.ts";

/** Why a part is not known to stay in the project, or null. Redirections aside. */
export function reasonNotContained({ part, place }: PlacedPart): string | null {
  const risk = riskOfName(part) ?? riskOfArguments(part, place);
  if (risk !== null) return risk;
  if (part.words[0].text.includes("/")) return say`${part.words[0].text} is a program named by its path`;
  const unknown = unknownProgram(part);
  if (unknown !== null) return unknown;
  for (const word of part.words.slice(1)) {
    if (linkFollowers[programOf(part)]?.test(word.text) === true) {
      return say`\`${programOf(part)} ${word.text}\` follows links, which may lead out of the project`;
    }
    const outside = reasonAgainstWord(word, place);
    if (outside !== null) return outside;
  }
  return null;
}

function unknownProgram(part: SimpleCommand): string | null {
  const program = programOf(part);
  const [first] = argumentsOf(part);
  const known = containedSubcommands[program];
  if (known !== undefined) {
    const isKnown = first !== undefined && known.test(first);
    return isKnown ? null : say`\`${program} ${first ?? ""}\` is not known to stay in the project`;
  }
  // Without a folder, `cd` goes home; `cd -` goes wherever the shell was before.
  if (program === "cd" && (first ?? "-").startsWith("-")) return say`\`cd\` leaves the project`;
  if (readers.has(program) || runners.has(program)) return null;
  if (program === "node" || program === "python" || program === "python3") {
    return runsProjectCode(argumentsOf(part)) ? null : say`\`${program}\` does not run a file of the project`;
  }
  if (interpreters.has(program)) return say`\`${program}\` runs a program of its own`;
  return say`\`${program}\` is not a command that auto mode runs by itself`;
}

const testModules = /^(pytest|unittest|mypy|ruff|black|doctest)$/;

function runsProjectCode([first, second]: readonly string[]): boolean {
  if (first === undefined) return false;
  if (first === "-m") return second !== undefined && testModules.test(second);
  return !first.startsWith("-") || first === "--test";
}

/** Options with the path grown on, such as `-I/usr/include`. */
const gluedPath = /^-\w+(\/.*)$/;

/** Why a word may lead out of the project, or null. */
export function reasonAgainstWord(word: Word, place: Place): string | null {
  const { text } = word;
  const { root } = place;
  if (word.tilde || text.startsWith("~")) return say`${text} is in a home folder`;
  if (word.glob && /^[*?/]|(^|[/=:])\.[^/]*[*?]/.test(text)) return say`${text} may stand for anything`;
  if (text.includes("://")) return say`${text} is on the network`;
  for (const part of [...pathsIn(text), ...(gluedPath.exec(text)?.slice(1) ?? [])]) {
    if (part.split("/").some((segment) => segment.trim() === "..")) return say`${part} leaves the folder`;
    if (part.startsWith("/") && !staysIn(root, part)) return say`${part} is outside the project`;
    if (/\s\/|["'(]\//.test(part)) return say`${text} names a path outside the project`;
  }
  const outside = pathsNamedBy(word, place)?.find((path) => !staysIn(root, path));
  return outside === undefined ? null : say`${text} leads to ${outside}, outside the project`;
}

function staysIn(root: string, path: string): boolean {
  return isInside(root, path) || path === "/dev/null";
}
