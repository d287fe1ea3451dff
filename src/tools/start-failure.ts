/** What the model is told when the system does not start its command. */
import { messageOf } from "../protocol/error.ts";
import { ToolError } from "./tool.ts";

/** The longest argument that Linux takes, bytes, with the NUL behind it (MAX_ARG_STRLEN, execve(2)). */
const longestArgument = 128 * 1024;

/** `thrown` is what `runCommand` or `Jobs.start` threw. */
export function startFailure(command: string, thrown: unknown): ToolError {
  const bytes = Buffer.byteLength(command);
  // A short one fails in the same way where the environment is too large.
  if (thrown instanceof Error && "code" in thrown && thrown.code === "E2BIG" && bytes >= longestArgument) {
    return new ToolError(
      `The command is too long for the system: ${bytes} bytes, and Linux takes 128 KiB. Nothing was run. Write the long part into a file first (write_file), and let the command read that.`,
    );
  }
  return new ToolError(`The command could not be started: ${messageOf(thrown)}`);
}
