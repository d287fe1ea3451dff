/** Writes text and resolves when it is out. A reader that has gone (`| head`) is no error; others reject. */
export function writeTo(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? resolve() : reject(error));
    stream.once("error", onError);
    stream.write(text, (error) => {
      stream.off("error", onError);
      if (error === null || error === undefined) resolve();
      else onError(error);
    });
  });
}
