/** What drawing an item depends on. */
import type { Style } from "../terminal/style.ts";
import type { DrawPicture } from "./picture.ts";

export type RenderOptions = {
  /** Columns that no line goes beyond. */
  readonly width: number;
  readonly style: Style;
  /** Whether everything is shown, or a summary with the number of lines left out. */
  readonly expanded: boolean;
  /** Lines that a running call's output may take. @default 5 */
  readonly liveRows?: number;
  /** For lines that go to the terminal as they are; without it, images are named. */
  readonly drawPicture?: DrawPicture | undefined;
};
