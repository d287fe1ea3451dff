/** What is said in more than one place. */
import type { Catalogue } from "../say.ts";

export const shared: Catalogue = {
  "it could not be read": "无法读取",
  "{0} and {1}": "{0}和 {1}",
};
