/** Markdown as it is drawn, with and without colours. */
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { renderMarkdown } from "../../src/transcript/markdown.ts";

export const style = createStyle({ colour: true, hyperlinks: true });

export function plain(source: string, width = 60): string {
  return renderMarkdown(source, { width, style: plainStyle }).join("\n");
}

export function styled(source: string, width = 60): string {
  return renderMarkdown(source, { width, style }).join("\n");
}
