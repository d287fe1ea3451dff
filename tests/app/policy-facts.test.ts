/** What rein keeps for itself is nothing for a model to read. */
import { expect, test } from "bun:test";
import { policyFacts } from "../../src/app/policy-facts.ts";
import { readProtection } from "../../src/permissions/sensitive-paths.ts";
import { dataPaths } from "../../src/sessions/paths.ts";

test("every place in the data folder is rein's own, the index with all that stands beside it", () => {
  const paths = dataPaths({ REIN_DATA_DIR: "/mnt/kept" });
  const { ownFolders = [] } = policyFacts({ HOME: "/home/ann" }, "/shop", [paths]);
  const { data, ...places } = paths;
  const beside = ["-wal", "-shm", "-journal"].map((end) => `${paths.index}${end}`);
  for (const place of [...Object.values(places), ...beside, `${paths.checkpoints}/projects/a/b.zst`])
    expect([place, readProtection(place, ownFolders)]).not.toEqual([place, null]);
  expect(readProtection(`${data}/something-else`, ownFolders)).toBeNull();
});
