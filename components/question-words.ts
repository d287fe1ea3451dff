/** What the choices of a question say. */

/** What the second choice would keep; `rule` null where no rule is offered. */
export function rememberWords(rule: string | null): string {
  if (rule === null) return "(asks every time: no rule is offered for this)";
  return `yes, and don't ask again for ${rule} (this project)`;
}
