// Input for routes from their schemas: valid values, and values with a hostile part in any place.
import fc from 'fast-check';
import { z } from 'zod';

/** Existing ids by the parameter or field that would carry them. */
export type KnownIds = Readonly<Record<string, string>>;

/** Inserted into JSON verbatim, for output that no serializer produces. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const rawJson = ['1e400', '-1e400', '1e-400', '-0', '12345678901234567890', '0.1'].map(
  (text) => new RawJson(text),
);
const polluting = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"prototype":{"polluted":true}}',
].map((text): unknown => JSON.parse(text));
const nested = new RawJson(`${'['.repeat(2000)}${']'.repeat(2000)}`);

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  'é'.repeat(3000),
  'x'.repeat(10_240),
  "' OR 1=1 --",
  '"; drop table users; --',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '../../../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30T09:00:00Z',
  'a@b\u0000.example.com',
  '"><img src=x>@example.com',
];

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308),
  fc.constantFrom<unknown>([], {}, ['a', 'b'], [[]], { length: 2 }, ...polluting),
  fc.constantFrom<unknown>(...rawJson, nested),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** A text that matches the schema's format. */
function textFor(format: string | undefined, ids: KnownIds): fc.Arbitrary<string> {
  if (format === 'uuid' || format === 'guid') {
    return fc.oneof(fc.constantFrom('', ...Object.values(ids)), fc.uuid());
  }
  if (format === 'email') return fc.emailAddress();
  if (format === 'datetime') {
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
  }
  return fc.oneof(
    fc.constantFrom('Correct1horse', 'A name', 'Two\nlines', 'Ein Umlaut: ü', '👩‍👩‍👧'),
    fc.string({ maxLength: 60 }),
  );
}

function unionOf(options: readonly z.core.$ZodType[], ids: KnownIds): fc.Arbitrary<unknown> {
  return fc.oneof(...options.map((option) => inputFor(option, ids)));
}

/** Values that look valid for the schema, and mostly are. */
export function inputFor(schema: z.core.$ZodType, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return fc.record(
      Object.fromEntries(
        fields.map(([name, field]) => {
          const known = ids[name];
          const value = inputFor(field, ids);
          return [name, known === undefined ? value : fc.oneof(fc.constant(known), value)];
        }),
      ),
      { requiredKeys: fields.filter(([, field]) => !isOptional(field)).map(([name]) => name) },
    );
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber)
    return fc.oneof(fc.integer({ min: -2, max: 1200 }), fc.maxSafeInteger());
  if (schema instanceof z.ZodArray)
    return fc.array(inputFor(schema.element, ids), { maxLength: 4 });
  if (schema instanceof z.ZodUnion) return unionOf(schema.options, ids);
  if (schema instanceof z.ZodNullable)
    return fc.oneof(fc.constant(null), inputFor(schema.unwrap(), ids));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return inputFor(schema.unwrap(), ids);
  }
  if (schema instanceof z.ZodPipe) {
    // The side of a transform that describes the value.
    return inputFor(schema.out instanceof z.ZodTransform ? schema.in : schema.out, ids);
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    return textFor(schema.format ?? undefined, ids);
  }
  return fc.jsonValue();
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
}

type Place = { holder: Record<string, unknown>; key: string };

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}

function placesIn(value: unknown): Place[] {
  if (!isHolder(value)) return [];
  const own = Object.keys(value).map((key) => ({ holder: value, key }));
  return [...own, ...Object.values(value).flatMap(placesIn)];
}

function put({ holder, key }: Place, value: unknown): void {
  // Defined, not assigned: assigning __proto__ would be lost.
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

type Mischief = 'none' | 'replace' | 'wrap' | 'drop' | 'add' | 'all';

interface Twist {
  mischief: Mischief;
  spot: number;
  value: unknown;
}

function twisted(input: unknown, { mischief, spot, value }: Twist): unknown {
  const places = placesIn(input);
  const place = places[spot % Math.max(1, places.length)];
  if (mischief === 'all') return value;
  if (mischief === 'none' || !place) return input;
  if (mischief === 'replace') put(place, value);
  if (mischief === 'wrap') put(place, [place.holder[place.key]]);
  if (mischief === 'drop') Reflect.deleteProperty(place.holder, place.key);
  if (mischief === 'add') {
    const names = ['is_superuser', 'owner_id', 'seq', 'deleted_at', '__proto__', 'constructor'];
    put({ holder: place.holder, key: names[spot % names.length] ?? 'more' }, value);
  }
  return input;
}

/** The same values with one hostile part, or unchanged. */
export function hostile(input: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const mischief = fc.constantFrom<Mischief>(
    'none',
    'replace',
    'replace',
    'wrap',
    'drop',
    'add',
    'all',
  );
  return fc
    .record({ input, twist: fc.record({ mischief, spot: fc.nat(60), value: hostileValue }) })
    .map(({ input: value, twist }) => twisted(value, twist));
}

/** JSON including what no serializer produces. */
export function toJson(value: unknown): string {
  const raw: string[] = [];
  const json = JSON.stringify(value, (_key, each: unknown) => {
    if (!(each instanceof RawJson)) return each;
    raw.push(each.text);
    return `\u{e000}${raw.length - 1}\u{e000}`;
  });
  return (json ?? 'null').replaceAll(
    /"\u{e000}(\d+)\u{e000}"/gu,
    (_all, at) => raw[Number(at)] ?? '',
  );
}

/** An encoded path segment: an existing id, none, or garbage. */
export function addressPart(name: string, ids: KnownIds): fc.Arbitrary<string> {
  const known = ids[name];
  const nonsense = [
    '%00',
    '%ED%A0%80',
    '%27%20OR%201%3D1',
    '__proto__',
    'constructor',
    '%5B%5D',
    '-1',
    '..%2F..%2Fetc',
    'x'.repeat(10_240),
    '%F0%9F%98%80',
  ];
  const any = fc.oneof(fc.constantFrom(...nonsense), fc.uuid());
  return known === undefined
    ? fc.oneof(any, fc.constantFrom(...Object.values(ids)))
    : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: any });
}

/** A query that matches its schema, or has unexpected names and values. */
export function queryFor(schema: z.core.$ZodType, ids: KnownIds): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    'skip[]=1&skip=2',
    'limit=1&limit=2',
    'skip=1e400',
    'skip=-1',
    'limit=0x10',
    '__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    'skip=%00',
    'since=%ED%A0%80',
    'since=99999999999999999999',
    'since=9007199254740991',
    'email_pattern=%25_%5C',
    'email_pattern=%00',
    '&&==&',
  );
  const regular = hostile(inputFor(schema, ids)).map((value) => {
    if (!isHolder(value)) return '';
    const pairs = Object.entries(value).map(([name, each]): [string, string] => [
      name,
      typeof each === 'string' ? each : toJson(each),
    ]);
    return new URLSearchParams(pairs).toString();
  });
  return fc.oneof(regular, odd);
}
