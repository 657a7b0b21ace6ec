// Backups that our programs would not write, complete and with a valid checksum.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { type BackupHeader, lengthFrame } from '#server/platform/backup/backup-format';

export interface TableOfBackup {
  table: string;
  columns: string[];
  /** In COPY format, each with its newline. */
  rows: string;
}

/** Rewrites a backup with another list of tables. */
export async function rewriteBackup(
  { from, to }: { from: string; to: string },
  change: (tables: TableOfBackup[]) => TableOfBackup[],
): Promise<void> {
  const text = zstdDecompressSync(await readFile(from)).toString();
  const afterHeader = text.indexOf('\n') + 1;
  const sections = text.slice(afterHeader).split(/(?<=^\\\.\n)/m);
  const tables = sections.slice(0, -1).map((section): TableOfBackup => {
    const end = section.indexOf('\n') + 1;
    return { ...JSON.parse(section.slice(0, end)), rows: section.slice(end, -3) };
  });
  const changed = change(tables);
  const lines = changed.map(({ rows, ...head }) => `${JSON.stringify(head)}\n${rows}\\.\n`);
  const body = text.slice(0, afterHeader) + lines.join('');
  const rows = Object.fromEntries(
    changed.map((each) => [each.table, each.rows.split('\n').length - 1]),
  );
  const sha256 = createHash('sha256').update(body).digest('hex');
  const trailer = `${JSON.stringify({ end: true, rows, sha256 })}\n`;
  await writeFile(to, packBackup(body + trailer));
}

/** Writes only a backup's header, which is all that pruning reads. */
export async function writeBackupHeader(
  file: string,
  { madeAt = new Date(), accounts = 1 }: { madeAt?: Date; accounts?: number } = {},
): Promise<void> {
  const header: BackupHeader = {
    wentwell_backup: 1,
    program: '0.2.0',
    postgres: '15',
    made_at: madeAt.toISOString(),
    schema: '0000_first',
    migrations: [1],
    accounts,
    oldest_account: null,
  };
  await writeFile(file, packBackup(`${JSON.stringify(header)}\n`));
}

export function packBackup(content: string | Buffer): Buffer {
  const packed = zstdCompressSync(content);
  return Buffer.concat([packed, lengthFrame(packed.length)]);
}
