/** When a process kills itself. */
import { z } from "zod";

export const planSchema = z.object({
  data: z.string(),
  /** The session to go on with; null for a new one. */
  file: z.string().nullable(),
  seed: z.number(),
  /** At which write, from 1, … */
  write: z.number(),
  /** … and where: `open` is before any, `told` behind one, when its entry was acknowledged. */
  moment: z.enum(["open", "before", "within", "after", "told", "sync"]),
  /** How much of the write is done when it is killed within it. */
  fraction: z.number(),
  /** A slow disk takes so many bytes at once. */
  piece: z.number().optional(),
  /** UTF-16 units. */
  mostText: z.number(),
  /** As the session store has it. */
  longFrom: z.number().optional(),
});
export type KillPlan = z.infer<typeof planSchema>;
