import type { BaseLogger } from 'pino';
import { z } from 'zod';

const Named = z.object({ id: z.string() });

/** Skips and logs rows that were damaged outside the product, so that an operator can repair them. */
export function readableRows<Row, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
  log: Pick<BaseLogger, 'error'>,
): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const { id } = Named.safeParse(row).data ?? {};
      log.error({ err: error, id }, 'a row that cannot be read is left out of a list');
      return [];
    }
  });
}
