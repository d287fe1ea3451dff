/** The Chinese catalogue: what `say` and `sayCount` say, area by area. `tests/words` holds that nothing is missing. */
import type { Catalogue } from "./say.ts";

export const chinese: Catalogue = {};
