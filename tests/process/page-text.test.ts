/** A text in the user's pager. */
import { expect, test } from "bun:test";
import { pageText } from "../../src/process/page-text.ts";
import { makeProject } from "../support/project.ts";

const shows = (name: string) => `tee ${name} > /dev/null <`;

test("it is shown as it is by $PAGER, from a file that is gone afterwards", async () => {
  await using project = await makeProject();
  const pager = `sh -c 'cp "$1" ${project.path("seen")}; echo "$1" > ${project.path("where")}' sh`;
  await pageText("a “text”\nof two lines", { PATH: process.env["PATH"], PAGER: pager });
  expect(await project.read("seen")).toBe("a “text”\nof two lines\n");
  expect(await Bun.file((await project.read("where")).trim()).exists()).toBeFalse();
});

test("where $PAGER only prints, the editor shows it", async () => {
  await using project = await makeProject();
  const env = { PATH: process.env["PATH"], PAGER: "cat", EDITOR: shows(project.path("seen")) };
  await pageText("text", env);
  expect(await project.read("seen")).toBe("text\n");
});

test("one that cannot be started is told of by its name", async () => {
  const env = { PATH: process.env["PATH"], PAGER: "no-such-pager-at-all 2>/dev/null" };
  expect(pageText("text", env)).rejects.toThrow(
    "The pager “no-such-pager-at-all 2>/dev/null” ended with exit code 127.",
  );
});
