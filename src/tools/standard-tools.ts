/** The tools that every model gets, in the order in which it sees them. */
import { applyPatchTool } from "./apply-patch.ts";
import { bashKillTool } from "./bash-kill.ts";
import { bashOutputTool } from "./bash-output.ts";
import { bashTool } from "./bash.ts";
import { editFileTool } from "./edit-file.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { presentPlanTool } from "./present-plan.ts";
import { readFileTool } from "./read-file.ts";
import { todoWriteTool } from "./todo-write.ts";
import type { Tool } from "./tool.ts";
import { writeFileTool } from "./write-file.ts";

export const standardTools: readonly Tool[] = [
  readFileTool,
  writeFileTool,
  editFileTool,
  bashTool,
  bashOutputTool,
  bashKillTool,
  globTool,
  grepTool,
  presentPlanTool,
  todoWriteTool,
];

/** For models that were trained on them; they cost the others a part of every request. */
export const trainedTools: readonly Tool[] = [applyPatchTool];
