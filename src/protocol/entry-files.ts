/** What entries of the log say of a file that a call changed. */
import { z } from "zod";

/** What it held; `before` names the kept content, as the entry says. */
export const fileBefore = {
  /** Absolute and real. */
  path: z.string(),
  before: z.string().nullable(),
  /** Permission bits, as in stat(2). */
  mode: z.number().optional(),
  notKept: z.string().optional(),
  /**
   * Of a symbolic link: where it led, as it said itself. `notKept` is there as well, for readers that do not know of
   * links.
   */
  link: z.string().optional(),
};

/** What it holds since, beside `after`. */
export const fileAfter = {
  path: z.string(),
  /**
   * Of a symbolic link that stands there since: where it leads, as it says itself. `after` is null then, which is what
   * readers make of it that do not know of links.
   */
  linkAfter: z.string().optional(),
};
