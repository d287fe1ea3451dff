/** What the running program behind the screen is given. */
import type { HoldKeys } from "./held-keys.ts";
import type { App } from "../../app/open-app.ts";
import type { EncodedImage, SentImage } from "../../protocol/message.ts";
import type { Environment } from "../../settings/paths.ts";
import type { Style } from "../../terminal/style.ts";
import type { DrawPicture } from "../../transcript/picture.ts";
import type { ShownSoFar } from "./conversation/printed-again.ts";
import type { Attention } from "./status/attention.ts";
import type { Editing } from "./composer/editing.ts";
import type { Timers } from "./screen/flusher.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalTalk } from "./screen/terminal-talk.ts";
import type { Theming } from "./screen/theming.ts";
import type { UserTerminal } from "./user/user-terminal.ts";
import type { WaitingMessagesOptions } from "./conversation/waiting-messages.ts";

export type ReplOptions = Pick<WaitingMessagesOptions, "editQueued" | "keepApart" | "onQueue"> & {
  readonly app: App;
  readonly version: string;
  readonly home: string;
  readonly screen: Screen;
  readonly style: Style;
  readonly theming: Theming;
  readonly editing: Editing;
  /** Draws an image for the scrollback, where the terminal can. */
  readonly drawPicture: DrawPicture;
  /** Resolves when the images can be drawn; null where there is nothing to wait for. */
  readonly whenPicturesReady: (images: readonly EncodedImage[]) => Promise<void> | null;
  readonly env: Environment;
  readonly timers: Timers;
  /** Whether the user is in the middle of writing something. */
  readonly isWriting: () => boolean;
  readonly userTerminal: UserTerminal;
  readonly attention: Attention;
  /** For what is asked of the terminal while it shows the session. */
  readonly talk: TerminalTalk;
  /** Lets the user change a text in their editor; `onText` takes what was saved. */
  readonly edit: (text: string, onText: (text: string) => void) => void;
  /** Shows a text in the user's pager. */
  readonly page: (text: string) => void;
  /** Puts a message that was sent back into the empty composer; it is a message again, whatever it begins with. */
  readonly giveBack: (text: string, images?: readonly SentImage[]) => void;
  /** Told when another conversation is on screen. */
  readonly onSwitched: () => void;
  /** Told when files may have come or gone. */
  readonly onFilesChanged: () => void;
  readonly exit: () => void;
  /** Something is about to open: keys that come until then are for that. */
  readonly holdKeys: HoldKeys;
  /** The end of the session that is opened first, where it is on the screen already. */
  readonly ahead?: ShownSoFar | undefined;
  /** Leaves, to watch a session that is open in another place. */
  readonly watch: (sessionId: string) => void;
};
