// Rows have camelCase columns and Date values. The contract has snake_case fields and ISO times named `…_at`.

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;
type Time<Value> = Value extends string ? Date : Value;

export type FieldsOf<Row> = {
  [Name in keyof Row & string as Snake<Name>]: Row[Name] extends Date | null
    ? Exclude<Row[Name], Date> | string
    : Row[Name];
};
export type ColumnsOf<Fields> = {
  [Name in keyof Fields & string as Camel<Name>]: Name extends `${string}_at`
    ? Time<Fields[Name]>
    : Fields[Name];
};

export function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toFields<Row extends object>(row: Row): FieldsOf<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    columnName(name),
    value instanceof Date ? value.toISOString() : value,
  ]);
  // Safe: the type describes the mapping above.
  return Object.fromEntries(fields) as FieldsOf<Row>;
}

export function toColumns<Fields extends object>(fields: Fields): ColumnsOf<Fields> {
  const columns = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    name.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
  ]);
  // Safe: the type describes the mapping above.
  return Object.fromEntries(columns) as ColumnsOf<Fields>;
}
