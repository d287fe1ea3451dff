import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allKnownModels, knownModels, listModels } from "../../src/app/model-list.ts";
import { ownFamilies } from "../../src/providers/own-providers.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

type Respond = () => Response | Promise<Response>;
const hour = 60 * 60 * 1000;

let respond: Respond;
let asked: string[];
let server: ReturnType<typeof Bun.serve>;

beforeEach(() => {
  asked = [];
  respond = () => Response.json({ data: [{ id: "gpt-5.4" }, { id: "brand-new", context_length: 9_000 }] });
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked.push(request.headers.get("authorization") ?? "no key");
      return respond();
    },
  });
});
afterEach(() => server.stop(true));

/** OpenAI under a name that is not this machine's, answered by the server of the test; nobody else answers. */
function setUp(env: Record<string, string> = { OPENAI_API_KEY: "k" }, stored?: Record<string, string>) {
  const clock = { now: 1_893_553_445_000 };
  const folder = temporaryFolder();
  const options = {
    access: {
      own: ownFamilies({}).families,
      stored: (id: string) => (stored?.[id] === undefined ? undefined : { value: stored[id] }),
    },
    env,
    folder,
    now: () => clock.now,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.hostname === "localhost") throw new Error("nobody is there");
      return fetch(`http://127.0.0.1:${server.port}${url.pathname}`, init);
    },
  };
  return { options, clock, file: join(folder, "model-lists", "openai.json") };
}

const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

describe("the models of a provider with a key", () => {
  test("are those that its server names, with what is known of each", async () => {
    const { rows, notes } = await listModels(setUp().options);
    expect(notes).toEqual([]);
    expect(names(rows)).toEqual(["openai/gpt-5.4", "openai/brand-new"]);
    expect(rows[0]?.info).toMatchObject({ contextWindow: 1_050_000, prices: { input: 2.5 } });
    expect(rows[1]?.info).toMatchObject({ contextWindow: 9_000 });
    expect(asked).toEqual(["Bearer k"]);
  });

  test("are asked for once a day", async () => {
    const { options, clock } = setUp();
    await listModels(options);
    clock.now += 23 * hour;
    expect(names((await listModels(options)).rows)).toContain("openai/brand-new");
    expect(asked).toHaveLength(1);
    clock.now += 2 * hour;
    await listModels(options);
    expect(asked).toHaveLength(2);
    // It was kept while the clock ran ahead.
    clock.now -= 1_000 * hour;
    await listModels(options);
    expect(asked).toHaveLength(3);
  });

  test("are asked for with a kept key as well", async () => {
    await listModels(setUp({}, { openai: "kept" }).options);
    expect(asked).toEqual(["Bearer kept"]);
  });

  test("are those of the last time when its server does not answer, and it is said", async () => {
    const { options, clock } = setUp();
    await listModels(options);
    clock.now += 48 * hour;
    respond = () => new Response("busy", { status: 503 });
    const { rows, notes } = await listModels(options);
    expect(names(rows)).toContain("openai/brand-new");
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("last list");
  });

  test("are those that rein knows when there is no list at all", async () => {
    respond = () => Response.json({ error: { message: "no such key" } }, { status: 401 });
    const { rows, notes } = await listModels(setUp().options);
    expect(names(rows)).toContain("openai/gpt-5.5");
    expect(names(rows)).not.toContain("openai/brand-new");
    expect(notes[0]).toContain("no such key");
  });

  test("are not those of another address than today's, nor of a damaged file", async () => {
    const { options, file } = setUp();
    await listModels(options);
    const elsewhere = { ...options, env: { ...options.env, OPENAI_BASE_URL: "https://proxy.example/v1" } };
    await listModels(elsewhere);
    expect(asked).toHaveLength(2);
    writeFileSync(file, '{"at": 1893553445000, "models": [');
    await listModels(elsewhere);
    expect(asked).toHaveLength(3);
  });
});

test("what is known is there without asking anybody", async () => {
  const { rows } = await knownModels(setUp().options);
  expect(names(rows)).toContain("openai/gpt-5.4");
  expect(asked).toEqual([]);
});

test("without any key there is nothing, and all that rein knows can be had all the same", async () => {
  const { options } = setUp({});
  expect((await listModels(options)).rows).toEqual([]);
  const all = names(await allKnownModels(options.access));
  expect(all).toContain("anthropic/claude-sonnet-5");
  expect(all).toContain("openrouter/anthropic/claude-sonnet-5");
  expect(new Set(all.map((name) => name.toLowerCase())).size).toBe(all.length);
  expect(all.filter((name) => /embed|whisper/.test(name))).toEqual([]);
});
