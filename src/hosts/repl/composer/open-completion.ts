/** What completes the text of the composer, once the app is open: files behind `@`, and what commands can be given. */
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import { ArgumentCompletion } from "./argument-completion.ts";
import { createArgumentSources } from "./argument-sources.ts";
import type { Composer } from "./composer.ts";
import { FileCompletion } from "./file-completion.ts";
import { FilePreview } from "./file-preview.ts";
import type { Screen } from "../screen/screen.ts";
import type { Theming } from "../screen/theming.ts";

export type CompletionParts = {
  readonly app: App;
  readonly composer: Composer;
  readonly screen: Pick<Screen, "set" | "columns">;
  readonly theming: Theming;
  /** The one on screen, once there is one. */
  readonly conversation: () => Conversation;
  readonly warn: (message: string) => void;
};

/** Sets it up in the composer. Returns the files, which have to be told when some may have come or gone. */
export function openCompletion(parts: CompletionParts): FileCompletion {
  const { app, composer, screen, conversation, warn } = parts;
  const onChange = () => screen.set(composer.change(screen.columns));
  const preview = new FilePreview({
    root: app.cwd,
    maySee: (path) => conversation().maySee(path),
    conceal: (text, where) => conversation().veil?.concealText(text, where).text ?? text,
    onChange,
  });
  const files = new FileCompletion({
    open: async () => (await import("../../../workspace/file-index.ts")).createFileIndex(app.cwd),
    preview,
    onChange,
    onTrouble: warn,
  });
  composer.completion.useFiles(files);
  composer.completion.useArguments(
    new ArgumentCompletion({ sourceOf: createArgumentSources(parts), onChange, onTrouble: warn }),
  );
  return files;
}
