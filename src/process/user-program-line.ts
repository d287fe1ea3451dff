/** How a shell runs a program that the user named in a variable, such as $EDITOR. */

/** A program and its arguments, with nothing in them that only a shell understands. */
const plainWords = /^[\w./~+@:=,%-]+(?: +[\w./~+@:=,%-]+)*$/;
const assignment = /^\w+=/;

/**
 * The line for `sh -c` that runs `program`, which may hold arguments, with the shell's first parameter as a further one.
 * The program takes the shell's place where that is possible: what ends the one then ends the other.
 */
export function userProgramLine(program: string): string {
  const words = program.trim();
  const isPlain = plainWords.test(words) && !assignment.test(words);
  return `${isPlain ? "exec " : ""}${words} "$1"`;
}
