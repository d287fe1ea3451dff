/** The veil over a session's secrets, and what else of a session passes under it than the results of calls. */
import type { EntryOf, NewEntry } from "../protocol/entry.ts";
import { isCredentialName } from "../process/child-environment.ts";
import { createEnvFiles } from "../secrets/env-files.ts";
import { labelOf, labelsIn } from "../secrets/label.ts";
import { createVeil, type Veil } from "../secrets/veil.ts";
import type { Session } from "../sessions/session.ts";
import { say } from "../words/say.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A veil for a session that begins with this log, in a project's folder (absolute). `labels`: the names of secrets in the
 * log, where somebody has looked for them already.
 */
export function openVeil(
  session: Pick<Session, "entries">,
  cwd: string,
  env: Environment,
  labels?: ReadonlySet<string>,
): Veil {
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isCredentialName(name) ? [{ name, value }] : [],
  );
  return createVeil({
    variables,
    envFiles: createEnvFiles(cwd),
    isCredentialName,
    // The log has the names of earlier runs: they are not given to other secrets.
    earlier:
      labels === undefined
        ? session.entries().flatMap((entry) => labelsIn(JSON.stringify(entry)))
        : [...labels],
  });
}

/**
 * The session with a log that gets no secrets: neither in what the user writes, nor in their commands, nor in what is
 * noted by the way. The results of calls are the engine's to conceal. `onHidden` is told in words when the user themselves
 * has written one.
 */
export function veiledSession(session: Session, veil: Veil, onHidden: (words: string) => void): Session {
  return {
    get header() {
      return session.header;
    },
    get file() {
      return session.file;
    },
    branch: () => session.branch(),
    nodes: () => session.nodes(),
    entries: () => session.entries(),
    tree: () => session.tree(),
    move: (to) => session.move(to),
    append: (entry) => session.append(concealEntry(entry, veil, onHidden)),
    close: () => session.close(),
  };
}

function concealEntry(entry: NewEntry, veil: Veil, onHidden: (words: string) => void): NewEntry {
  switch (entry.type) {
    case "user": {
      const { text, names } = veil.concealText(entry.text, say`your message`);
      if (names.length > 0) onHidden(hiddenWords(names));
      return { ...entry, text };
    }
    case "notice":
      return { ...entry, text: veil.concealText(entry.text, say`a notice`).text };
    case "title":
      return { ...entry, title: veil.concealText(entry.title, say`the title`).text };
    case "label":
      return { ...entry, label: veil.concealText(entry.label, say`a label`).text };
    case "user_command":
      return { ...entry, ...concealCommand(entry, veil) };
    case "context_edit":
      return { ...entry, edits: entry.edits.map((edit) => concealEdit(edit, veil)) };
    default:
      return entry;
  }
}

function concealEdit(edit: EntryOf<"context_edit">["edits"][number], veil: Veil): typeof edit {
  if (edit.text === undefined) return edit;
  return { ...edit, text: veil.concealText(edit.text, say`a part of the conversation`).text };
}

function concealCommand(
  { command, output }: Pick<EntryOf<"user_command">, "command" | "output">,
  veil: Veil,
): { readonly command: string; readonly output: string } {
  return {
    command: veil.concealText(command, say`your command`).text,
    output: veil.concealText(output, say`the output of your command`).text,
  };
}

function hiddenWords(names: readonly string[]): string {
  const labels = names.map(labelOf).join(", ");
  return names.length === 1
    ? say`A secret in your message went out as ${labels}: the model does not see it, and uses it only in calls that you allow. /secrets shows more.`
    : say`Secrets in your message went out as ${labels}: the model does not see them, and uses them only in calls that you allow. /secrets shows more.`;
}
