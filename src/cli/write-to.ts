import { UserError } from "../protocol/error.ts";

/** Writes text and resolves when it is out. A reader that has gone (`| head`) is no error; others reject with a `UserError`. */
export function writeTo(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EPIPE") resolve();
      else reject(new UserError(`The output could not be written: ${cause.message}.`, { cause }));
    };
    stream.once("error", onError);
    stream.write(text, (error) => {
      // A failed write is told here and then once more as an event, which must find its listener.
      if (error !== null && error !== undefined) return onError(error);
      stream.off("error", onError);
      resolve();
    });
  });
}
