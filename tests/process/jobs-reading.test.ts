/** What a job has printed is read on, piece by piece. */
import { describe, expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { createJobs, type Job } from "../../src/process/jobs.ts";
import { until } from "../support/processes.ts";
import { makeProject } from "../support/project.ts";
import { jobsIn, piecesOf } from "./jobs-in.ts";

describe("reading on", () => {
  test("gives each byte once, in order, with whole characters, however it is read", async () => {
    await using project = await makeProject();
    const { jobs, start } = jobsIn(project);
    const { id } = start(
      "for i in $(seq 500); do printf '你好😀 %d|' $i; test $((i % 50)) = 0 && sleep 0.01; done",
    );
    const pieces = await piecesOf(jobs, id);
    expect(pieces.join("")).toBe(Array.from({ length: 500 }, (_, i) => `你好😀 ${i + 1}|`).join(""));
    expect((await jobs.readNew(id))?.text).toBe("");
  });

  test("of more than fits gives beginning and end, and where the rest is", async () => {
    await using project = await makeProject();
    const { jobs, ends, start, ended } = jobsIn(project);
    const { id } = start("seq 100000");
    await ended();
    const all = await Bun.$`seq 100000`.text();
    const { text, truncatedBytes } = (await jobs.readNew(id)) ?? { text: "", truncatedBytes: 0 };
    expect(text.length).toBeLessThanOrEqual(30_000);
    const [head = "", tail = ""] = text.split(/\n\[\.\.\.[^\n]*\.\.\.\]\n/);
    expect(all.startsWith(head) && all.endsWith(tail)).toBe(true);
    expect(head.length + tail.length + truncatedBytes).toBe(all.length);
    expect(text).toContain(
      `${truncatedBytes} bytes left out; all of the output: ${ends[0]?.outputFile?.path} ...]`,
    );
  });

  test("with a filter gives whole lines only, an unfinished one when it is finished or at the end", async () => {
    await using project = await makeProject();
    const { jobs, start, ended } = jobsIn(project);
    const wait = (name: string) => `while ! test -e ${name}; do sleep 0.01; done`;
    const { id } = start(
      `echo error 1; echo fine; printf 'error'; touch half; ${wait("go")}; echo ' 2'; echo fine; printf 'error 3'`,
    );
    await until(() => existsSync(project.path("half")));
    await until(() => jobs.get(id)?.outputBytes === "error 1\nfine\nerror".length);
    const filter = /error/g;
    expect((await jobs.readNew(id, { filter }))?.text).toBe("error 1\n");
    expect((await jobs.readNew(id, { filter }))?.text).toBe("");
    await project.write("go", "");
    await ended();
    expect((await jobs.readNew(id, { filter }))?.text).toBe("error 2\nerror 3\n");
  });

  test("looks through all of an output that grows faster than it is written down", async () => {
    await using project = await makeProject();
    const { jobs, start } = jobsIn(project);
    const { id } = start("echo the needle; yes 0123456789");
    await until(() => (jobs.get(id)?.outputBytes ?? 0) > 1_000_000);
    expect(await jobs.readNew(id, { filter: /needle/ })).toMatchObject({ text: "the needle\n" });
    expect((await jobs.readNew(id, { reader: "other" }))?.text).toStartWith("the needle\n0123456789\n");
    await jobs.kill(id);
  });

  test("gives what memory has kept, and why, when somebody has removed the file", async () => {
    await using project = await makeProject();
    const { jobs, ends, start, ended } = jobsIn(project);
    const { id } = start("seq 20000");
    await ended();
    rmSync(ends[0]?.outputFile?.path ?? "");
    const text = (await jobs.readNew(id))?.text ?? "";
    expect(text).toMatch(/^\[\.\.\. \d+ bytes left out; .*ENOENT/);
    expect(text).toEndWith("\n19999\n20000\n");
    expect((await jobs.readNew(id, { reader: "other", filter: /^20000$/ }))?.text).toEndWith("\n20000\n");
  });

  test("with a filter looks through all of a large output", async () => {
    await using project = await makeProject();
    const { jobs, start, ended } = jobsIn(project);
    const { id } = start("seq 1000000; head -c 300000 /dev/zero | tr '\\0' x; echo; echo needle 77777");
    await ended();
    const read = await jobs.readNew(id, { filter: /(^|[^0-9])77777(?![0-9])/ });
    expect(read).toMatchObject({ text: "77777\nneedle 77777\n", truncatedBytes: 0 });
  });

  test("is one place for all, and one of its own for each named reader", async () => {
    await using project = await makeProject();
    const { jobs, start, ended } = jobsIn(project);
    const { id } = start("echo one");
    await ended();
    expect((await jobs.readNew(id))?.text).toBe("one\n");
    expect((await jobs.readNew(id))?.text).toBe("");
    expect((await jobs.readNew(id, { reader: "panel" }))?.text).toBe("one\n");
    expect((await jobs.readNew(id, { reader: "panel" }))?.text).toBe("");
  });

  test.each([
    ["without a folder for files", {}, "left out ...]"],
    ["when the file takes no more", { maxOutput: 1_000 }, "No more than 1000 bytes are kept in a file. ...]"],
  ])("%s still gives the end, and says what is missing", async (_, limit, said) => {
    await using project = await makeProject();
    const ends: Job[] = [];
    const folder = "maxOutput" in limit ? { spillFolder: project.path("outputs") } : {};
    const jobs = createJobs({ onEnd: (job) => ends.push(job), ...folder });
    const { id } = jobs.start({ command: "seq 100000", cwd: project.folder, ...limit });
    await until(() => ends.length === 1);
    const read = await jobs.readNew(id);
    expect(read?.text).toContain(said);
    expect(read?.text).toEndWith("\n99999\n100000\n");
    expect((read?.truncatedBytes ?? 0) + 20_000).toBe(ends[0]?.outputBytes ?? 0);
  });
});
