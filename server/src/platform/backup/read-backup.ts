// Reads a backup as a stream with bounded memory.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';

import type { z } from 'zod';

import {
  BackupError,
  backupFormat,
  BackupHeader,
  type BackupSummary,
  BackupTrailer,
  countLines,
  copyTerminator,
  lengthFrame,
  TableHeader,
} from './backup-format.ts';

export interface BackupReading {
  /** Must consume all rows, which come in chunks of whole lines. Referenced tables come first. */
  onTable(table: TableHeader, rows: AsyncIterable<Buffer>): Promise<void>;
}

/** Longer than any valid line. A foreign file may have no line breaks at all. */
const maxLineBytes = 1_000_000;
/** The same for rows: otherwise a small compressed file could exhaust the memory. */
const maxRowBytes = 64_000_000;
const newline = 10;
const zstdMagic = 0xfd2f_b528;

class BackupStream {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #buffer: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    // Destroying either stream destroys the other. Errors surface when chunks are read.
    const stream = pipeline(createReadStream(file), createZstdDecompress(), () => undefined);
    // Decompression may still fail after the stream was closed.
    stream.on('error', () => undefined);
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  damaged(reason: string): BackupError {
    return new BackupError(`${this.#file} is damaged: ${reason}`);
  }

  /** The next chunk. Null at the end. */
  async #next(): Promise<Buffer | null> {
    try {
      const next = await this.#chunks.next();
      return next.done ? null : next.value;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw this.damaged(`it cannot be unpacked (${message})`);
    }
  }

  /** Reads up to the next line break. Concatenates once, so that long lines take linear time. */
  async #readToLineEnd(longest: number): Promise<void> {
    const pieces = [this.#buffer];
    let length = this.#buffer.length;
    for (;;) {
      const next = await this.#next();
      if (!next) throw this.damaged('its end is missing');
      pieces.push(next);
      length += next.length;
      if (next.includes(newline)) break;
      if (length > longest) throw this.damaged('a line has no end');
    }
    this.#buffer = Buffer.concat(pieces);
  }

  /** Consumes and hashes the next bytes. */
  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async readLine(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf(newline);
      if (end >= 0) return this.#take(end + 1).toString('utf8');
      await this.#readToLineEnd(maxLineBytes);
    }
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#buffer.subarray(0, copyTerminator.length).equals(copyTerminator)) {
        this.#take(copyTerminator.length);
        return;
      }
      const ending = this.#buffer.indexOf('\n\\.\n');
      const lastLine = ending >= 0 ? ending : this.#buffer.lastIndexOf(newline);
      if (lastLine >= 0) yield this.#take(lastLine + 1);
      else await this.#readToLineEnd(maxRowBytes);
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffer.length === 0 && (await this.#next()) === null;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether the file ends with its length. Throws if it is not a backup. */
async function endsWithLength(file: string): Promise<boolean> {
  const start = Buffer.alloc(4);
  const end = lengthFrame(0);
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const before = Math.max(0, size - end.length);
    await handle.read(start, 0, start.length, 0);
    await handle.read(end, 0, end.length, before);
    if (start.readUInt32LE() === zstdMagic) return end.equals(lengthFrame(before));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new BackupError(
      code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`,
    );
  }
  throw new BackupError(`${file} is no backup of Wentwell`);
}

async function readHeader(stream: BackupStream, file: string): Promise<BackupHeader> {
  const hasLength = await endsWithLength(file);
  const line = await stream.readLine();
  const header = parseLine(BackupHeader.partial().required({ wentwell_backup: true }), line);
  if (!header) throw new BackupError(`${file} is no backup of Wentwell`);
  if (header.wentwell_backup > backupFormat) {
    throw new BackupError(
      `${file} was made by a newer version of Wentwell (${header.program ?? 'unknown'}): use that one`,
    );
  }
  const known = parseLine(BackupHeader, line);
  if (!known) throw stream.damaged('its header is incomplete');
  if (!hasLength) throw stream.damaged('its end is missing, or something follows it');
  return known;
}

/** Reads the header and checks that the end is present. Throws like `readBackup`. */
export async function readBackupHeader(file: string): Promise<BackupHeader> {
  const stream = new BackupStream(file);
  try {
    return await readHeader(stream, file);
  } finally {
    await stream.close();
  }
}

/** Throws a BackupError if the file is incomplete. `onTable` may already have been called. */
export async function readBackup(file: string, reading: BackupReading): Promise<BackupSummary> {
  const stream = new BackupStream(file);
  try {
    const header = await readHeader(stream, file);
    const rows: Record<string, number> = {};
    for (;;) {
      const sha256 = stream.digest();
      const line = await stream.readLine();
      const table = parseLine(TableHeader, line);
      if (table) {
        if (Object.hasOwn(rows, table.table)) throw stream.damaged('a table is in it twice');
        rows[table.table] = await readTable(stream, table, reading);
        continue;
      }
      const trailer = parseLine(BackupTrailer, line);
      if (!trailer) throw stream.damaged('a table has no name');
      if (trailer.sha256 !== sha256) throw stream.damaged('its checksum is wrong');
      if (JSON.stringify(trailer.rows) !== JSON.stringify(rows)) {
        throw stream.damaged('its counts are wrong');
      }
      if (!(await stream.isAtEnd())) throw stream.damaged('something follows its end');
      return { header, trailer };
    }
  } finally {
    await stream.close();
  }
}

async function readTable(
  stream: BackupStream,
  table: TableHeader,
  { onTable }: BackupReading,
): Promise<number> {
  let count = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream.rows()) {
      count += countLines(chunk);
      yield chunk;
    }
  }
  await onTable(table, counted());
  return count;
}

/** Reads and verifies the whole file. Throws a BackupError if it is incomplete. */
export async function checkBackup(file: string): Promise<BackupSummary> {
  return readBackup(file, {
    async onTable(_, rows) {
      for await (const chunk of rows) void chunk;
    },
  });
}
