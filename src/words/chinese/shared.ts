/** What is said in more than one place. */
import type { Catalogue } from "../say.ts";

export const shared: Catalogue = {};
