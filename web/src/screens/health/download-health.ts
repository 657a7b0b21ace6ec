import type { TeamId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';

import { healthPath } from './team-health.queries.ts';

/** Semicolons where decimals have a comma. Says in a toast where it fails. */
export async function downloadHealth(teamId: TeamId, last: number): Promise<void> {
  const separator = (1.5).toLocaleString().includes(',') ? 'semicolon' : 'comma';
  try {
    const text = await request({
      path: healthPath(teamId),
      query: { last, separator },
      headers: { accept: 'text/csv' },
      schema: z.string(),
    });
    // Reading the answer dropped its byte order mark.
    saveFile(`\ufeff${text}`, { name: 'Team health.csv', type: 'text/csv' });
  } catch (error) {
    toast.error({
      title: 'The figures could not be saved',
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void downloadHealth(teamId, last) },
    });
  }
}
