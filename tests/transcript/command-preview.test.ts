import { expect, test } from "bun:test";
import { createStyle } from "../../src/terminal/style.ts";
import { renderPreview } from "../../src/transcript/render-preview.ts";

const options = { width: 60, style: createStyle({ colour: false }) };

test("the question about a command says first where it runs, hidden characters spelled out", () => {
  const preview = { type: "command", command: "rm a", cwd: "/p/api", how: "in a\npi\x1b[2J" } as const;
  const [how = "", command] = renderPreview(preview, options);
  expect(Bun.stripANSI(how)).toBe("in a\\npi\\x1b[2J");
  expect(command).toBe("rm a");
});

test("a command in the project's folder is all that its question shows", () => {
  expect(renderPreview({ type: "command", command: "ls", cwd: "/p" }, options)).toEqual(["ls"]);
});
