/** Random names. */

/** Fills and returns an array of random bytes; `crypto.getRandomValues`, or a test's own. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
/** Bytes from here on would make the first letters of the alphabet more likely than the last. */
const fairLimit = 256 - (256 % alphabet.length);

/** An id of `length` characters of [a-z0-9], each equally likely, so that short prefixes already differ. */
export function randomId(
  length: number,
  random: RandomBytes = (bytes) => crypto.getRandomValues(bytes),
): string {
  let id = "";
  while (id.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < fairLimit && id.length < length) id += alphabet.charAt(byte % alphabet.length);
    }
  }
  return id;
}

/** The length of a session's id: 36^10 names, and a prefix of three is mostly unique among thousands. */
export const sessionIdLength = 10;

/** What any session's id looks like. It becomes part of file names, so a log cannot call itself `../x`. */
export const sessionIdPattern = /^[a-z0-9][a-z0-9-]{2,63}$/;

/** The length of an entry's id; it has to be unique in its log only. */
export const entryIdLength = 8;
