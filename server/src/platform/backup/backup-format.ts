// The format of a backup: a zstd stream of lines. A header, then each table as its header, its rows as PostgreSQL's COPY
// writes them in text format, and the line `\.`; at the end a trailer with counts and a checksum. After the stream its
// length. The embedded PostgreSQL brings no pg_dump (docs/decisions/0021-backups.md).
import { z } from 'zod';

import { StartupError } from '#server/platform/db/startup-error';

/** Why a backup cannot be made, read or restored: told to the operator as it is, without a stack. */
export class BackupError extends StartupError {
  override name = 'BackupError';
}

/** Raise it when a program of the version before could not read the file, or would misread it. */
export const backupFormat = 1;

/** A file may come from anybody: its words are printed, and must neither steer a terminal nor forge lines. */
const Printable = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u);

export const BackupHeader = z.object({
  wentwell_backup: z.number().int(),
  /** The version of the program that made it. */
  program: Printable,
  postgres: Printable,
  made_at: z.iso.datetime(),
  /** The newest migration of its schema, by name where the program that made it knows the name. */
  schema: Printable,
  /** The migrations of its schema, by their times. */
  migrations: z.array(z.number().int()).min(1),
  /** Absent in backups of 0.2.0, which count as holding accounts and have no length at their end. */
  accounts: z.number().int().optional(),
  oldest_account: z.iso.datetime().nullish(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableHeader = z.object({
  table: Printable,
  columns: z.array(Printable).min(1),
});
export type TableHeader = z.infer<typeof TableHeader>;

export const BackupTrailer = z.object({
  end: z.literal(true),
  rows: z.record(z.string(), z.number().int()),
  /** The hash of everything before this line. */
  sha256: z.string(),
});
export type BackupTrailer = z.infer<typeof BackupTrailer>;

/** COPY escapes backslashes, so no row is this line. */
export const endOfRows = Buffer.from('\\.\n');

const skippableFrame = 0x184d_2a50;

/** A skippable frame (RFC 8878) with the length of all before it, because decompressors miss a cut-off end. */
export function lengthFrame(length: number): Buffer {
  const frame = Buffer.alloc(16);
  frame.writeUInt32LE(skippableFrame, 0);
  frame.writeUInt32LE(8, 4);
  frame.writeBigUInt64LE(BigInt(length), 8);
  return frame;
}

const newline = 10;

export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count += 1;
  return count;
}

export interface BackupSummary {
  header: BackupHeader;
  trailer: BackupTrailer;
}

export function totalRows({ trailer }: BackupSummary): number {
  return Object.values(trailer.rows).reduce((sum, rows) => sum + rows, 0);
}

/** A database cannot hold less than its own past: such a backup is all that is left of another one. */
export function isOlderThanAccounts(
  { accounts, made_at: madeAt }: BackupHeader,
  oldestAccount: Date | null,
): boolean {
  return accounts !== 0 && (oldestAccount === null || new Date(madeAt) < oldestAccount);
}

/** An identifier in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
