// What is stored as JSON outlives the program that wrote it: board events, receipts and a meeting's settings. Every
// such value carries the version of its shape, and is upgraded step by step whenever it is read.
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

/** Upgrades a value that is nested in another one of the same version. */
type UpgradeValue = (value: unknown, version: number) => unknown;
export type StoredParts = Readonly<Record<string, UpgradeValue>>;

/**
 * Runs the steps that a value of version `from` lacks. What is no object stays as it is, and so does a value of a newer
 * version: its fields that this program knows can still be read.
 */
export function upgradeBy(steps: readonly UpgradeStep[], value: unknown, from: number): unknown {
  const object = JsonObject.safeParse(value);
  if (!object.success) return value;
  return steps.slice(from - 1).reduce((current, step) => step(current), object.data);
}

/** Upgrades the named fields of a value, a list element by element. */
export function upgradeParts(value: unknown, version: number, parts: StoredParts): unknown {
  const object = JsonObject.safeParse(value);
  if (!object.success) return value;
  const upgraded = { ...object.data };
  for (const [field, upgrade] of Object.entries(parts)) {
    const part = upgraded[field];
    if (part === undefined) continue;
    upgraded[field] = Array.isArray(part)
      ? part.map((each) => upgrade(each, version))
      : upgrade(part, version);
  }
  return upgraded;
}

/** One kind of stored value. */
export interface StoredKind<T> {
  upgrade: UpgradeValue;
  /** Upgrades and parses. Throws a ZodError where the value is none of its version. */
  read(value: unknown, version: number): T;
}

/** The whole upgrade of a kind: of the values nested in it, by their own steps, and then of itself. */
export function upgradeOf(steps: UpgradeSteps, parts: StoredParts): UpgradeValue {
  return (value, version) =>
    // Nearly all that is read: a page of a board's history holds hundreds, and looking into each takes a seventh of it.
    version >= storedVersion
      ? value
      : upgradeBy(steps, upgradeParts(value, version, parts), version);
}

export function storedKind<T>(
  schema: z.ZodType<T>,
  steps: UpgradeSteps,
  parts: StoredParts = {},
): StoredKind<T> {
  const upgrade = upgradeOf(steps, parts);
  return { upgrade, read: (value, version) => schema.parse(upgrade(value, version)) };
}
