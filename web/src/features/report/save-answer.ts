import { errorText, requestFile, type RequestOptions } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

interface SavedAnswer {
  call: RequestOptions;
  file: string;
  failed: string;
}

/**
 * Downloads an answer with the bearer header, because no URL may contain a token. Reports a failure in a toast, with
 * Retry.
 */
export async function saveAnswer(options: SavedAnswer): Promise<void> {
  const { call, file, failed } = options;
  try {
    saveFile(await requestFile(call), file);
  } catch (error) {
    toast.error({
      title: failed,
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void saveAnswer(options) },
    });
  }
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
