// A page of a list: the rows as the body, the whole number in X-Total-Count (docs/api.md A-14).
import { totalCountHeader } from '@wentwell/contract/lists';
import type { FastifyReply } from 'fastify';

export interface ListPage<T> {
  rows: T[];
  total: number;
}

export function listAnswer<T>(reply: FastifyReply, page: ListPage<T>): T[] {
  reply.header(totalCountHeader, page.total);
  return page.rows;
}
