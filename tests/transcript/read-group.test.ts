/** Calls that only looked share a line; whatever there is to be told by itself does not. */
import { describe, expect, test } from "bun:test";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import type { CallItem, Item } from "../../src/transcript/item.ts";
import { renderRun, runAt } from "../../src/transcript/read-group.ts";
import { call, command } from "./items.ts";

const found: ToolResult = { ok: true, text: "…", summary: "12 lines" };
const read = (title: string, more: Partial<CallItem> = {}) =>
  call({ name: "read_file", title, status: "done", result: found, ...more });
const shell = (line: string, more: Partial<CallItem> = {}) =>
  call({
    title: line,
    argumentsText: JSON.stringify({ command: line }),
    status: "done",
    result: command("a\n"),
    ...more,
  });
const search = call({ name: "grep", title: "TODO in src", status: "done", result: found });
const length = (...items: readonly Item[]) => runAt(items, 0).items.length;

describe("a run of calls", () => {
  test("is those that read, search and look, up to something else", () => {
    expect(length(read("a"), search, shell("git status"), read("b"))).toBe(4);
    expect(length(read("a"), { type: "text", id: "t", text: "So." }, read("b"))).toBe(1);
    expect(length(read("a"), call({ name: "edit_file", status: "done", result: found }))).toBe(1);
    expect(length({ type: "text", id: "t", text: "So." }, read("b"))).toBe(0);
  });

  test.each<[string, CallItem]>([
    [
      "failed",
      read("x", { status: "failed", result: { ok: false, kind: "failed", message: "No such file." } }),
    ],
    ["was asked about", read("x", { preview: { type: "text", text: "Read x" } })],
    ["shows an image", read("x", { result: { ok: true, text: "", images: [] } })],
    ["exited with an error", shell("grep x a", { result: command("", 1) })],
    ["left its shell elsewhere", shell("ls", { folder: "src" })],
    [
      "was declined",
      read("x", { status: "declined", result: { ok: false, kind: "declined", message: "No." } }),
    ],
  ])("has no call in it that %s", (_, item) => {
    expect(length(item, read("a"))).toBe(0);
    expect(length(read("a"), item, read("b"))).toBe(1);
  });

  test.each([
    ["ls -la src", true],
    ["cat a.txt | head -5", true],
    ["git log --oneline", true],
    ["rg TODO src", true],
    ["make", false],
    ["cat a > b", false],
    ["ls; rm a", false],
    ["ls && rm a", false],
    ["ls || rm a", false],
    ["cat $(rm a)", false],
    ["find . -name a -delete", false],
    ["find . -exec rm {} +", false],
    ["git diff --output=x", false],
    ["git push", false],
    ["lsof", false],
    ["", false],
  ])("takes the command %j for one that looks: %p", (line, looks) => {
    expect(length(shell(line))).toBe(looks ? 1 : 0);
  });

  test("is open at the end and before a call that may join, and over before anything else", () => {
    const pending = call({ name: "read_file", argumentsText: '{"path":"b"}' });
    const isOpen = (...items: readonly Item[]) => runAt(items, 0).isOpen;
    expect(isOpen(read("a"))).toBe(true);
    expect(isOpen(read("a"), pending)).toBe(true);
    expect(isOpen(read("a"), { ...pending, status: "interrupted" })).toBe(false);
    expect(isOpen(read("a"), call({ argumentsText: '{"command":"make"}' }))).toBe(false);
    expect(isOpen(read("a"), { type: "user", id: "u", text: "and?" })).toBe(false);
    expect(isOpen(pending)).toBe(false);
  });
});

describe("its line", () => {
  const draw = (items: readonly CallItem[], width: number) => renderRun(items, { width, style: plainStyle });

  test("counts and names, as many as fit", () => {
    const items = [
      read("src/login.ts"),
      read("src/cart.ts"),
      search,
      shell("git status"),
      read("src/login.ts"),
    ];
    const [line = "", ...rest] = draw(items, 100);
    expect(rest).toEqual([]);
    expect(line).toStartWith(
      "● read 2 files, searched once, ran 1 command  src/login.ts, src/cart.ts, TODO in src, git",
    );
    expect(line).toEndWith(" ctrl+o");
    expect(draw(items, 60).every((row) => Bun.stringWidth(row) <= 60)).toBe(true);
    expect(draw(items, 12).every((row) => Bun.stringWidth(row) <= 12)).toBe(true);
  });

  test("cannot be drawn into by a file's name", () => {
    expect(draw([read("a\u001b[2J\nb"), search], 100).join("")).not.toMatch(/\p{Cc}/u);
  });
});
