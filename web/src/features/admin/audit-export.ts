// The audit log as a file: asked for with the bearer header, because a token must stand in no address.
import { z } from 'zod';

import { errorText, request, type RequestOptions } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { adminPath } from './admin.queries.ts';

/** Reading an answer of a single line parses it. */
function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Says in a toast where it fails. */
export async function downloadAuditLog(
  filters: NonNullable<RequestOptions['query']>,
): Promise<void> {
  try {
    const path = `${adminPath}/audit/export`;
    const body = await request({ path, query: filters, schema: z.unknown() });
    save(textOf(body), `wentwell-audit-${new Date().toISOString().slice(0, 10)}.ndjson`);
  } catch (error) {
    toast.error({ title: 'The audit log could not be exported', description: errorText(error) });
  }
}
