/** The one key table of the running program. */
import { createKeymap } from "../../terminal/keymap.ts";

export const keymap = createKeymap();
