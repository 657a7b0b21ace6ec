import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';

/** Saves all that is stored about the person; says in a toast where it fails, and offers to try again. */
export async function downloadPersonalData(): Promise<void> {
  try {
    // It is for the person, not for this program: whatever a newer server adds to it stays in.
    const data = await request({ path: '/api/v1/me/export', schema: z.unknown() });
    const text = `${JSON.stringify(data, null, 2)}\n`;
    saveFile(text, { name: 'wentwell-my-data.json', type: 'application/json' });
  } catch (error) {
    toast.error({
      title: 'Your data could not be fetched',
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void downloadPersonalData() },
    });
  }
}
