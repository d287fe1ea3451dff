/** How a model names a background job. */
import { z } from "zod";

/** The id of a job, also where only its number is given. */
export const jobIdSchema = z.string().transform((id) => id.trim().replace(/^(?=\d+$)/, "job-"));
