/** How a subcommand refuses what it was told. */
import { messageOf, UserError } from "../protocol/error.ts";

/** Makes the errors of a subcommand with this help: what is wrong, and the help below it. The exit code is 2. */
export function usageErrors(help: string): (message: string) => UserError {
  return (message) => new UserError(`${message}\n${help}`, { exitCode: 2 });
}

/** What `read` returns of the arguments; what it throws is told with the help. */
export function readArguments<T>(usageError: (message: string) => UserError, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw usageError(messageOf(thrown));
  }
}
