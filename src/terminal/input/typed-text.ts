/** What was typed for somebody else, as text. */
import { createInputParser } from "./parse.ts";

/** The characters in what a terminal sent, lines ending in LF; keys that type nothing and answers are left out. */
export function typedText(sent: string): string {
  const parser = createInputParser();
  return [...parser.feed(Buffer.from(sent)), ...parser.flush()]
    .map((event) => {
      if (event.type === "text" || event.type === "paste") return event.text;
      if (event.type !== "key") return "";
      const { name, ctrl, alt } = event.key;
      if (name === "enter" || (name === "j" && ctrl)) return "\n";
      if (name === "tab") return "\t";
      return ctrl || alt ? "" : (event.key.text ?? "");
    })
    .join("");
}
