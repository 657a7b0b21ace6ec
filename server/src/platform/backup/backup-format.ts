// The backup format: a zstd stream of lines. It has a header, then each table: its header, its rows in COPY text
// format, and the line `\.`. A trailer with row counts and a checksum follows, and the stream's length after the
// stream. The embedded PostgreSQL has no pg_dump (docs/decisions/0021-backups.md).
import { z } from 'zod';

import { StartupError } from '#server/platform/db/database-errors';

/** An error of backup, reading or restore. The operator sees the message without a stack. */
export class BackupError extends StartupError {
  override name = 'BackupError';
}

/** Increment it if the previous version could not read the file or would misread it. */
export const backupFormat = 1;

/** Files are untrusted. Their text is printed and must not contain terminal escapes or line breaks. */
const Printable = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u);

export const BackupHeader = z.object({
  wentwell_backup: z.number().int(),
  /** The program version that wrote the backup. */
  program: Printable,
  postgres: Printable,
  made_at: z.iso.datetime(),
  /** The name of the newest applied migration, if known to that program. */
  schema: Printable,
  /** Timestamps of the applied migrations. */
  migrations: z.array(z.number().int()).min(1),
  accounts: z.number().int(),
  oldest_account: z.iso.datetime().nullable(),
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
  /** The hash of everything before the trailer. */
  sha256: z.string(),
});
export type BackupTrailer = z.infer<typeof BackupTrailer>;

/** COPY escapes backslashes, so no row equals this line. */
export const copyTerminator = Buffer.from('\\.\n');

const skippableFrame = 0x184d_2a50;

/** A skippable frame (RFC 8878) with the length of the stream, because decompressors do not detect truncation. */
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

/** Older than every account: not from this database's history, and maybe the only copy of lost data. */
export function isOlderThanAccounts(
  { accounts, made_at: madeAt }: BackupHeader,
  oldestAccount: Date | null,
): boolean {
  return accounts !== 0 && (oldestAccount === null || new Date(madeAt) < oldestAccount);
}

/** Quotes an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
