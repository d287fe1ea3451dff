/** Which names a script gives values to. Pure. */
import type * as Unbash from "unbash";

/** How often each name is given a value anywhere in the script. */
export function timesSet(
  script: Unbash.ParsedScript,
  forEachChild: typeof Unbash.forEachChild,
): Map<string, number> {
  const times = new Map<string, number>();
  const count = (name: string) => times.set(name, (times.get(name) ?? 0) + 1);
  const visit = (node: Unbash.SyntaxNode) => {
    if (node.type === "Assignment") count(node.name);
    if (node.type === "For" || node.type === "Select") count(node.name.value);
    // `read`, `printf -v`, `unset`: whatever they name has no value that could be told.
    if (node.type === "Command" && setters.test(node.name?.value ?? "")) {
      for (const argument of node.args) if (argument.type === "Word") times.set(argument.value, 2);
    }
    if (
      node.type === "ParameterExpansion" &&
      node.operation?.type === "Default" &&
      node.operation.operator.includes("=")
    ) {
      times.set(node.parameter, 2);
    }
    forEachChild(node, visit);
  };
  visit(script);
  return times;
}

const setters =
  /^(read|mapfile|readarray|getopts|printf|unset|declare|typeset|local|export|readonly|let|wait|builtin|command|eval|source|\.)$/;
