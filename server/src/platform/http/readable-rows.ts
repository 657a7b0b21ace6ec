import type { BaseLogger } from 'pino';
import { z } from 'zod';

const Named = z.object({ id: z.string() });

/**
 * The readable rows of a list, in their order. A row that was damaged outside of the product is left out and logged by
 * its id, so that an operator can mend it.
 */
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
