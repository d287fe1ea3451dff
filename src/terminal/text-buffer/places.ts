/** Places in a text that stay where they are meant to be while the text around them is edited. */

export type Place = {
  /** An offset into the text; undefined once what it stood in was deleted or the whole text is another one. */
  readonly at: number | undefined;
  /** It is asked for no more. */
  release(): void;
};

export type Places = {
  /** What is inserted right at a place comes to stand behind it. */
  add(at: number): Place;
  /** From `at` on, `removed` units have made way for `inserted`. */
  edited(at: number, removed: number, inserted: number): void;
  lose(): void;
};

export function createPlaces(): Places {
  const kept = new Set<{ at: number | undefined }>();
  return {
    add(at) {
      const place: { at: number | undefined } = { at };
      kept.add(place);
      return {
        get at() {
          return place.at;
        },
        release: () => void kept.delete(place),
      };
    },
    edited(start, removed, inserted) {
      for (const place of kept) {
        if (place.at === undefined || place.at <= start) continue;
        place.at = place.at < start + removed ? undefined : place.at - removed + inserted;
      }
    },
    lose() {
      for (const place of kept) place.at = undefined;
    },
  };
}
