import { z } from 'zod';

import { errorText, request, type RequestOptions } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';

interface SavedAnswer {
  call: RequestOptions;
  /** The answer is unparsed, so that fields of a newer server stay in the file. */
  toText: (answer: unknown) => string;
  file: { name: string; type: string };
  failed: string;
}

/**
 * Downloads an answer with the bearer header, because no URL may contain a token. Reports a failure in a toast, with
 * Retry.
 */
export async function saveAnswer(options: SavedAnswer): Promise<void> {
  const { call, toText, file, failed } = options;
  try {
    saveFile(toText(await request({ ...call, schema: z.unknown() })), file);
  } catch (error) {
    toast.error({
      title: failed,
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void saveAnswer(options) },
    });
  }
}
