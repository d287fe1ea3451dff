/** What no command in a sandbox reads is what the permissions ask about too. */
import { expect, test } from "bun:test";
import { hiddenPlaces, namesToKeepAway } from "../../src/permissions/hidden-places.ts";
import { isSecretLooking, readProtection, writeProtection } from "../../src/permissions/sensitive-paths.ts";

test("every hidden place is one whose reading is asked about", () => {
  const open = hiddenPlaces("/home/u").filter(
    (path) => readProtection(path) === null && !isSecretLooking(path),
  );
  expect(open).toEqual([]);
});

test("every name that is kept away is one whose writing is asked about", () => {
  expect(namesToKeepAway.filter((name) => writeProtection(`/p/${name}`, "/p") === null)).toEqual([]);
});
