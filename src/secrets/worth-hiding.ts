/** Is a value that is called a secret one? Settings files are full of values that are none. */

/** Shorter values are not looked for in texts: they stand in ordinary words. UTF-16 units. */
export const leastLength = 8;

/** The same for values of which somebody has said, or a program been told, that they are secret. UTF-16 units. */
export const leastKnown = 6;

/** Values that stand where a secret is to be put, and the passwords of every tutorial. Compared in lower case. */
const placeholder =
  /^(?:<.*>|\[.*\]|\{.*\}|%.*%|\*+|x+|\.+|-+|(?:your|my|the|some|any|an?|insert|enter|put|add|replace|change|fill|paste)[-_ ].*|.*[-_ ](?:here|goes[-_ ]here|placeholder)|change-?me|password\d*|passw0rd|pass|secret|token|example|placeholder|dummy|sample|redacted|removed|hidden|undefined|null|none|nil|empty|unset|todo|development|production|staging|testing|localhost|postgres(?:ql)?|mysql|mongodb|rabbitmq|username|anonymous|disabled|enabled|required|optional|default|public|private|bearer|basic)$/;

/** True, false, a number, a size, a duration. */
const scalar = /^(?:true|false|yes|no|on|off|[-+]?[\d.,_]+(?:[a-z]{1,3}|%)?)$/i;

/** Another variable's value, or a call of a template. */
const reference =
  /\$\{|\$\(|\{\{|<%|^\$[A-Za-z_]|^(?:process|import|os|self|this|config|env|secrets|vars|var)\./;

/** True for a value that is none that anybody has to hide, whatever it is called. */
export function isHarmless(value: string): boolean {
  const plain = value.trim();
  return (
    plain.length < leastLength ||
    scalar.test(plain) ||
    placeholder.test(plain.toLowerCase()) ||
    reference.test(plain) ||
    isPath(plain) ||
    isOpenAddress(plain) ||
    /^(.)\1*$/.test(plain)
  );
}

/** True for a text with letters and digits mixed in one long piece, as random ones have: not words, ids or versions. */
export function looksRandom(value: string): boolean {
  return value
    .split(/[^A-Za-z0-9+/=]+/)
    .some((piece) => piece.length >= 16 && /\d/.test(piece) && /[A-Za-z]/.test(piece));
}

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2})?\/[^\s=]*$/.test(value) && !looksRandom(value.replaceAll("/", " "));
}

/** An address without a password in it. */
function isOpenAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) && passwordIn(value) === null && !/[?&#]/.test(value);
}

/** The password of an address such as `postgres://user:password@host`, or null. */
export function passwordIn(address: string): string | null {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s/@]+)@/i.exec(address)?.[1] ?? "";
  return password.length >= 4 && !placeholder.test(password.toLowerCase()) && !reference.test(password)
    ? password
    : null;
}
