/** The thread behind `pdf.ts`: takes the bytes of a PDF, tells the text of one page after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../protocol/error.ts";

export type PdfMessage =
  | { readonly type: "open"; readonly pageCount: number }
  | { readonly type: "page"; readonly text: string }
  | { readonly type: "end" }
  | { readonly type: "failed"; readonly why: "encrypted" | "broken"; readonly detail: string };

if (parentPort !== null && workerData instanceof Uint8Array) {
  // The reader warns on the console about what it finds odd in a file, in the middle of the user's screen.
  for (const name of ["log", "info", "warn", "error", "debug"] as const) console[name] = () => undefined;
  const port = parentPort;
  const tell = (message: PdfMessage) => port.postMessage(message);
  try {
    await readPages(workerData, tell);
  } catch (thrown) {
    const encrypted = thrown instanceof Error && thrown.name === "PasswordException";
    tell({ type: "failed", why: encrypted ? "encrypted" : "broken", detail: messageOf(thrown) });
  }
}

async function readPages(data: Uint8Array, tell: (message: PdfMessage) => void): Promise<void> {
  const { getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(data, {
    verbosity: 0,
    // No font is drawn, so none is looked for on the system or loaded into it.
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    stopAtErrors: false,
  });
  tell({ type: "open", pageCount: document.numPages });
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
    tell({ type: "page", text });
    page.cleanup();
  }
  tell({ type: "end" });
}
