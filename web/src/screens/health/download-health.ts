import type { TeamId } from '@wentwell/contract/ids';
import type { CsvSeparator } from '@wentwell/contract/meeting-export';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';

import { healthPath } from './team-health.queries.ts';

/** Reports a failure in a toast, with Retry. */
export async function downloadHealth(
  teamId: TeamId,
  query: { last: number; separator: CsvSeparator },
): Promise<void> {
  try {
    const text = await request({
      path: healthPath(teamId),
      query,
      headers: { accept: 'text/csv' },
      schema: z.string(),
    });
    // Parsing the response dropped its byte order mark.
    saveFile(`\ufeff${text}`, { name: 'Team health.csv', type: 'text/csv' });
  } catch (error) {
    toast.error({
      title: 'The figures could not be saved',
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void downloadHealth(teamId, query) },
    });
  }
}
