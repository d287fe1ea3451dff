/** `/context`: the view of what fills the window, or a change by the numbers of its parts. */
import type { Conversation } from "../../../app/conversation.ts";
import { messageOf, UserError } from "../../../protocol/error.ts";
import type { Style } from "../../../terminal/style.ts";
import { say } from "../../../words/say.ts";
import type { Screen } from "../screen/screen.ts";

export type ContextCommandParts = {
  readonly conversation: Pick<Conversation, "context" | "engine">;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
};

/** Shows the parts, or does what the argument says to them. */
export async function contextCommand(
  argument: string,
  parts: ContextCommandParts & { readonly screen: Screen; readonly style: Style },
): Promise<void> {
  const { conversation, screen, style } = parts;
  if (argument !== "") return changeContext(argument, parts);
  const [context, { ContextView }] = await Promise.all([
    conversation.context.open(),
    import("./context-view.ts"),
  ]);
  screen.openFull(
    new ContextView({
      context,
      style,
      interrupt: () => conversation.engine.interrupt(),
      refresh: () => screen.refreshFull(),
    }),
  );
}

/** Changes parts by their numbers, and says what that comes to. */
export async function changeContext(
  argument: string,
  { conversation, tell }: ContextCommandParts,
): Promise<void> {
  const [context, { editContext }] = await Promise.all([
    conversation.context.open(),
    import("../../../app/context-command.ts"),
  ]);
  try {
    const { text, level } = await editContext(argument, context);
    tell(text, level);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    tell(say`${messageOf(thrown)} Nothing was changed.`, "error");
  }
}
