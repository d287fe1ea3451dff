/**
 * Whether a value has exactly the shape that a schema describes, with nothing else in it: then it is what the schema would
 * read from it. To look costs a fraction of reading, which copies, and of comparing the copy with the value.
 */
import type { z } from "zod";
import { isObject } from "./format.ts";

/** True: parsing the value gives an equal one. False says nothing: it has to be parsed. The value must be JSON's. */
export type ExactCheck = (value: unknown) => boolean;

/** What of a schema is looked at: `_zod.def`, which is what zod hands to those who build on it. */
type Schema = { readonly _zod: { readonly def: z.core.$ZodTypeDef } };

/** The check for a schema. What it does not know how to check, it never finds exact. */
export function exactCheckOf(schema: Schema): ExactCheck {
  const { def } = schema._zod as unknown as { readonly def: Def };
  if ((def.checks?.length ?? 0) > 0) return never;
  switch (def.type) {
    case "string":
    case "boolean":
      return (value) => typeof value === def.type;
    case "number":
      // JSON has no other numbers, but 1e999 is read as one.
      return Number.isFinite;
    case "unknown":
      return () => true;
    case "literal":
      return def.values.length === 1 ? (value) => value === def.values[0] : never;
    case "enum": {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => values.has(value);
    }
    case "optional":
      // A field that is not there is none to be checked.
      return exactCheckOf(def.innerType);
    case "nullable": {
      const inner = exactCheckOf(def.innerType);
      return (value) => value === null || inner(value);
    }
    case "array": {
      const element = exactCheckOf(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case "object":
      return def.catchall === undefined ? objectCheck(def.shape) : never;
    case "union":
      return def.discriminator === undefined ? never : unionCheck(def.discriminator, def.options);
    default:
      return never;
  }
}

type Def = { readonly checks?: readonly unknown[] } & (
  | { readonly type: "string" | "boolean" | "number" | "unknown" | "pipe" }
  | { readonly type: "literal"; readonly values: readonly unknown[] }
  | { readonly type: "enum"; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: "optional" | "nullable"; readonly innerType: Schema }
  | { readonly type: "array"; readonly element: Schema }
  | { readonly type: "object"; readonly shape: Readonly<Record<string, Schema>>; readonly catchall?: Schema }
  | { readonly type: "union"; readonly options: readonly Schema[]; readonly discriminator?: string }
);

const never: ExactCheck = () => false;

function objectCheck(shape: Readonly<Record<string, Schema>>): ExactCheck {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    isOptional: schema._zod.def.type === "optional",
    isExact: exactCheckOf(schema),
  }));
  return (value) => {
    if (!isObject(value)) return false;
    let known = 0;
    for (const { name, isOptional, isExact } of fields) {
      const field = value[name];
      if (field === undefined ? !isOptional : !isExact(field)) return false;
      if (field !== undefined) known += 1;
    }
    return Object.keys(value).length === known;
  };
}

function unionCheck(discriminator: string, options: readonly Schema[]): ExactCheck {
  const checks = new Map<unknown, ExactCheck>();
  for (const option of options) {
    const { def } = option._zod as unknown as { readonly def: Def };
    const field = def.type === "object" ? def.shape[discriminator] : undefined;
    const literal = field?._zod as { readonly def: Def } | undefined;
    if (literal?.def.type !== "literal") return never;
    for (const value of literal.def.values) checks.set(value, exactCheckOf(option));
  }
  return (value) => isObject(value) && checks.get(value[discriminator])?.(value) === true;
}
