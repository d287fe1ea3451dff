/** The editor vim itself, where it is on the machine: what its keys really do. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A text with the caret at an offset in UTF-16 units, and the keys that are pressed; `\u001b` is Esc. */
export type VimCase = { readonly text: string; readonly caret: number; readonly keys: string };

/** `register`: what is in the unnamed one; whole lines end in a newline there. */
export type VimResult = { readonly text: string; readonly caret: number; readonly register: string };

/** Whether a vim with its script language is here. */
export const hasVim: boolean = (() => {
  const vim = Bun.which("vim");
  if (vim === null) return false;
  return Bun.spawnSync([vim, "--version"]).stdout.toString().includes("+eval");
})();

/** Runs all cases in one vim that knows nothing of the user's settings. */
export function runInVim(cases: readonly VimCase[]): readonly VimResult[] {
  const folder = mkdtempSync(join(tmpdir(), "rein-vim-"));
  try {
    const file = (name: string) => join(folder, name);
    const given = cases.map(({ text, caret, keys }) => {
      const before = text.slice(0, caret).split("\n");
      return { lines: text.split("\n"), row: before.length, column: bytes(before.at(-1) ?? "") + 1, keys };
    });
    writeFileSync(file("cases.json"), JSON.stringify(given));
    writeFileSync(file("run.vim"), script(file("cases.json"), file("results.json")));
    Bun.spawnSync(["vim", "-u", "NONE", "-i", "NONE", "-N", "-n", "-es", "-S", file("run.vim")], {
      env: { PATH: process.env["PATH"] ?? "", HOME: folder, LANG: "C.UTF-8", TERM: "dumb" },
    });
    const results: { lines: string[]; row: number; column: number; register: string }[] = JSON.parse(
      readFileSync(file("results.json"), "utf8"),
    );
    return results.map(({ lines, row, column, register }) => {
      const before = lines.slice(0, row - 1).join("\n");
      const line = Buffer.from(lines[row - 1] ?? "").subarray(0, column - 1);
      return {
        text: lines.join("\n"),
        caret: before.length + (row > 1 ? 1 : 0) + line.toString().length,
        register,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

function script(cases: string, results: string): string {
  return `
set encoding=utf-8 noautoindent shiftwidth=2 tabstop=4 expandtab nojoinspaces paragraphs= sections= undolevels=1000
set nrformats= whichwrap=b,s backspace=indent,eol,start startofline noshiftround belloff=all
let results = []
for case in json_decode(join(readfile('${cases}'), "\\n"))
  enew!
  call setreg('"', '', 'v')
  call setcharsearch({'char': ''})
  let undo = &undolevels
  set undolevels=-1
  call setline(1, case.lines)
  let &undolevels = undo
  call cursor(case.row, case.column)
  call feedkeys(case.keys, 'ntx')
  call feedkeys("\\<Esc>\\<Esc>", 'ntx')
  let where = getpos('.')
  call add(results, {'lines': getline(1, '$'), 'row': where[1], 'column': where[2], 'register': getreg('"')})
endfor
call writefile([json_encode(results)], '${results}')
qall!
`;
}
