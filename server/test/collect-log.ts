// A log, and its lines.
import { Writable } from 'node:stream';

import { z } from 'zod';

import { openLog } from '#server/platform/log';

const Line = z.looseObject({ level: z.number(), msg: z.string() });
export type LogLine = z.infer<typeof Line>;

export function collectLog(level = 'trace', node?: string, production = true) {
  const written: string[] = [];
  const to = new Writable({
    write(line: Buffer, _encoding, done) {
      written.push(line.toString());
      done();
    },
  });
  const text = () => written.join('');
  return {
    log: openLog({ production, level, to, ...(node !== undefined && { node }) }),
    text,
    lines: (): LogLine[] =>
      text()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Line.parse(JSON.parse(line))),
  };
}
