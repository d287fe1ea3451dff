/** bash_kill: ends a background job. */
import { z } from "zod";
import { say } from "../words/say.ts";
import { oneLine } from "./failures.ts";
import { jobIdSchema } from "./job-id.ts";
import { readJob, unknownJob } from "./job-output.ts";
import type { Tool } from "./tool.ts";

const schema = z.object({ id: jobIdSchema });

export const bashKillTool: Tool<z.infer<typeof schema>> = {
  name: "bash_kill",
  aliases: ["KillShell", "KillBash"],
  description: "Ends a background job.",
  risk: "read",
  schema,
  title: ({ id }) => oneLine(id),
  async prepare({ id }, { shell }) {
    if (shell.jobs.get(id) === null) throw unknownJob(id, shell);
    return {
      // It ends what the session itself was allowed to start, and touches nothing else.
      accesses: [],
      preview: { type: "text", text: `End ${id}` },
      run: ({ signal }) =>
        shell.reading(id, async () => {
          await shell.jobs.kill(id);
          const { text } = await readJob(id, shell, { waitMs: 0, signal });
          return {
            result: { ok: true, text, summary: say`ended`, job: { id, runs: false } } as const,
            toldEnd: !signal.aborted,
          };
        }),
    };
  },
};
