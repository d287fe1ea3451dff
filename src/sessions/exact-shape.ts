/**
 * Whether a value has exactly the shape that a schema describes, with nothing else in it: then it is what the schema would
 * read from it. To look costs a fraction of reading, which copies, and of comparing the copy with the value.
 */
import { z } from "zod";
import { isObject } from "./format.ts";

type Check = (value: unknown) => boolean;

/**
 * A check for a schema, for values that JSON can hold. True: parsing the value gives an equal one. False says nothing: it
 * has to be parsed. What it does not know how to check, it never finds exact.
 */
export function exactCheckOf<Schema extends z.ZodType>(
  schema: Schema,
): (value: unknown) => value is z.output<Schema> {
  const check = checkOf(schema);
  return (value): value is z.output<Schema> => check(value);
}

function checkOf(schema: unknown): Check {
  if (!(schema instanceof z.ZodType) || (schema.def.checks?.length ?? 0) > 0) return never;
  if (schema instanceof z.ZodString) return (value) => typeof value === "string";
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === "boolean";
  // JSON has no other numbers, but 1e999 is read as one.
  if (schema instanceof z.ZodNumber) return Number.isFinite;
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodLiteral) {
    const values = new Set<unknown>(schema.values);
    return (value) => values.has(value);
  }
  if (schema instanceof z.ZodEnum) {
    const values = new Set<unknown>(schema.options);
    return (value) => values.has(value);
  }
  // A field that is not there is none to be checked.
  if (schema instanceof z.ZodOptional) return checkOf(schema.unwrap());
  if (schema instanceof z.ZodNullable) {
    const check = checkOf(schema.unwrap());
    return (value) => value === null || check(value);
  }
  if (schema instanceof z.ZodArray) {
    const check = checkOf(schema.element);
    return (value) => Array.isArray(value) && value.every((element) => check(element));
  }
  if (schema instanceof z.ZodObject)
    return schema.def.catchall === undefined ? checkOfFields(schema.shape) : never;
  if (schema instanceof z.ZodDiscriminatedUnion)
    return checkOfOptions(schema.def.discriminator, schema.options);
  return never;
}

const never: Check = () => false;

function checkOfFields(shape: Readonly<Record<string, unknown>>): Check {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    isOptional: schema instanceof z.ZodOptional,
    check: checkOf(schema),
  }));
  return (value) => {
    if (!isObject(value)) return false;
    let known = 0;
    for (const { name, isOptional, check } of fields) {
      const field = value[name];
      if (field === undefined ? !isOptional : !check(field)) return false;
      if (field !== undefined) known += 1;
    }
    return Object.keys(value).length === known;
  };
}

function checkOfOptions(discriminator: string, options: readonly unknown[]): Check {
  const checks = new Map<unknown, Check>();
  for (const option of options) {
    const literal: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    if (!(literal instanceof z.ZodLiteral)) return never;
    for (const value of literal.values) checks.set(value, checkOf(option));
  }
  return (value) => isObject(value) && checks.get(value[discriminator])?.(value) === true;
}
