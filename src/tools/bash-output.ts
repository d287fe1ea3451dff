/** bash_output: what a background job has printed since it was last read. */
import { z } from "zod";
import { messageOf } from "../protocol/error.ts";
import { oneLine } from "./failures.ts";
import { jobSummary } from "./job-text.ts";
import { jobIdSchema } from "./job-id.ts";
import { readJob, unknownJob } from "./job-output.ts";
import { type Tool, ToolError } from "./tool.ts";

const schema = z.object({
  id: jobIdSchema,
  filter: z.string().optional().describe("Only lines that match this regular expression."),
  wait_seconds: z.number().min(0).max(60).optional().describe("Waits that long for news."),
});

export const bashOutputTool: Tool<z.infer<typeof schema>> = {
  name: "bash_output",
  aliases: ["BashOutput", "TaskOutput"],
  description: "New output and state of a background job.",
  risk: "read",
  schema,
  title: ({ id }) => oneLine(id),
  async prepare({ id, filter, wait_seconds: seconds = 0 }, { shell }) {
    if (shell.jobs.get(id) === null) throw unknownJob(id, shell);
    const pattern = filter === undefined || filter === "" ? undefined : patternOf(filter);
    return {
      accesses: [],
      preview: { type: "text", text: `Read the new output of ${id}` },
      async run({ signal }) {
        const { text, job } = await readJob(id, shell, {
          waitMs: seconds * 1000,
          signal,
          ...(pattern === undefined ? {} : { filter: pattern }),
        });
        return {
          ok: true,
          text,
          summary: jobSummary(job),
          job: { id, runs: job.status === "running" },
        };
      },
    };
  },
};

function patternOf(filter: string): RegExp {
  try {
    return new RegExp(filter);
  } catch (thrown) {
    throw new ToolError(
      `The filter is not a regular expression: ${messageOf(thrown)}. Nothing was read.`,
      "invalid_arguments",
    );
  }
}
