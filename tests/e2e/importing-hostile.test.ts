/** A transcript in which nothing is as it should be: the session that it becomes can be sent, shown, searched and exported. */
import { expect, test } from "bun:test";
import { claude, claudeAnswer, claudeUser, lines, pixel } from "../sessions/import/fixtures.ts";
import { everything, put } from "../sessions/import/stores.ts";
import { type RecordedRequest, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, type Protocol } from "./start.ts";

const use = (id: string, name: string, input: unknown = {}) => ({ type: "tool_use", id, name, input });
const result = (id: string, content: unknown, more: Record<string, unknown> = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});
const image = (data: string, media = "image/png") => ({
  type: "image",
  source: { type: "base64", media_type: media, data },
});

/** A PNG whose header says that it is 10,000 pixels wide and high. */
function hugeImage(): string {
  const bytes = Buffer.from(pixel, "base64");
  bytes.writeUInt32BE(10_000, 16);
  bytes.writeUInt32BE(10_000, 20);
  return bytes.toString("base64");
}

const longId = `call_${"x".repeat(300)}`;
const hostile = lines(
  claudeUser("u1", null, [
    { type: "text", text: "look at these" },
    image(pixel),
    image("not base64!"),
    image(hugeImage()),
    image("AAAA"),
  ]),
  claudeAnswer("a2", "u1", "m1", [
    { type: "text", text: "" },
    use("call id with spaces:1", "mcp tool / with spaces", { __proto__: 1, constructor: "x" }),
    use(longId, "n".repeat(200)),
    use("twice", "Read"),
    use("twice", "Read"),
    use("", ""),
  ]),
  claudeUser("u3", "a2", [
    result("call id with spaces:1", ""),
    result(longId, [image("AAAA"), { type: "unheard_of", x: 1 }]),
    result("twice", "first"),
    result("twice", "second"),
    result("twice", "third"),
    result("nobody asked", "an answer to nothing"),
    result("", [{ type: "text", text: "\ud800 half a character" }], { is_error: true }),
  ]),
  claude("martian", "x4", "u3", { message: { role: "martian", content: "?" } }),
  claudeAnswer("a5", "x4", "m2", [use("never answered", "Bash", "no object")]),
  { ...claudeUser("u6", "a5", "   "), timestamp: "9999-12-31T23:59:59.000Z" },
  { ...claudeUser("u7", "u6", "the needle in it"), timestamp: undefined, cwd: "/nowhere/\u001b[2J" },
  claudeAnswer("a8", "u7", "m3", [{ type: "text", text: "  " }]),
);

for (const protocol of ["chat", "messages", "responses"] satisfies Protocol[])
  test(`over ${protocol} a strict server takes what becomes of it`, async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("I go on.")]]);
    const file = await put(
      project.home,
      project.folder,
      "theirs/hostile.jsonl",
      `\ufeff${hostile.replaceAll("\n", "\r\n")}`,
    );
    const before = await everything(`${project.home}/theirs`);
    if (protocol === "responses") {
      const mine = { baseUrl: server.chatUrl, protocol };
      const settings = { model: "mine/test-model", providers: { mine } };
      await project.write("../home/.config/rein/settings.json", JSON.stringify(settings));
    }
    const env = accessTo(server, protocol);
    const made = await runRein(["sessions", "import", file, "--json"], { project, env });
    expect(made.code).toBe(0);
    const { sessionId } = JSON.parse(made.out);
    const went = await runRein(["-p", "-r", sessionId, "and now?"], { project, env });
    expect(went).toMatchObject({ code: 0, out: "I go on.\n" });
    checkRequest(await server.nextRequest(0));
    const shown = await runRein(["sessions", "show", sessionId], { project });
    expect(shown.out).toContain("the needle in it");
    expect(shown.out).not.toContain("\u001b[2J");
    const exported = await runRein(
      ["sessions", "export", sessionId, "--format", "json", "--output", "out.json"],
      { project },
    );
    expect(exported).toMatchObject({ code: 0 });
    expect(JSON.stringify(await Bun.file(project.path("out.json")).json())).toContain("the needle in it");
    const found = await runRein(["sessions", "search", "needle", "--all"], { project });
    expect(found.out).toContain(sessionId);
    expect(await everything(`${project.home}/theirs`)).toEqual(before);
  });

/** What the strictest of the servers ask of ids, names, texts and pictures. */
function checkRequest({ body }: RecordedRequest): void {
  const values = everyObject({ messages: body?.["messages"], input: body?.["input"] });
  const named = (...names: string[]) =>
    values.flatMap((value) =>
      names.flatMap((name) => (typeof value[name] === "string" ? [value[name]] : [])),
    );
  const ids = [
    ...named("call_id", "tool_use_id", "tool_call_id"),
    ...values.flatMap(({ type, id }) => (type === "tool_use" || type === "function" ? [String(id)] : [])),
  ];
  expect(ids.length).toBeGreaterThan(10);
  // Chat Completions has no rule for signs in them; a space is refused by some.
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_:.-]{1,64}$/);
  for (const name of named("name")) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  for (const said of values.filter(({ type }) => type === "text" || type === "input_text"))
    expect(String(said["text"]).trim()).not.toBe("");
  expect(JSON.stringify(body)).not.toContain(hugeImage());
  expect(JSON.stringify(body)).not.toContain('AAAA"');
}

function everyObject(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(everyObject);
  return Array.isArray(value) ? inner : [Object.fromEntries(Object.entries(value)), ...inner];
}
