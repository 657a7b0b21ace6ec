// Backups that no program of ours would write, whole and with a right checksum.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export interface TableOfBackup {
  table: string;
  columns: string[];
  /** As COPY writes them, each with its newline. */
  rows: string;
}

/** Reads a backup and writes it anew, with another list of tables. */
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
  await writeFile(to, zstdCompressSync(Buffer.from(body + trailer)));
}
