// JSON in the database outlives the program that wrote it, such as a meeting's settings. Each value carries the version of its
// shape, and is upgraded step by step whenever it is read.
import { z } from 'zod';

/** Raise it, with `UpgradeSteps`, when values of the current shape would no longer parse or mean the same. */
export const storedVersion = 1;

type UpgradeStep = (value: JsonObject) => JsonObject;

/**
 * The step from version 1 to 2, from 2 to 3 and so on. One element more here fails to compile in every stored kind
 * until it says what the step does to its values.
 */
export type UpgradeSteps = readonly [];

type JsonObject = Record<string, unknown>;
const JsonObject = z.record(z.string(), z.unknown());

/**
 * Runs the steps that a value of version `from` lacks. What is no object stays as it is, and so does a value of a newer
 * version: its fields that this program knows can still be read.
 */
export function upgradeBy(steps: readonly UpgradeStep[], value: unknown, from: number): unknown {
  if (from > steps.length) return value;
  const object = JsonObject.safeParse(value);
  if (!object.success) return value;
  return steps.slice(from - 1).reduce((current, step) => step(current), object.data);
}

/** One kind of stored value. `read` upgrades and parses. It throws a ZodError where the value is none of its version. */
export function storedKind<T>(schema: z.ZodType<T>, steps: UpgradeSteps) {
  return {
    read: (value: unknown, version: number): T => schema.parse(upgradeBy(steps, value, version)),
  };
}
