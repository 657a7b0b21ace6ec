import { toast } from './toast.ts';

export interface CopyTextOptions {
  /** The title of the toast. */
  copied: string;
  /** What to do where the browser forbids it, as it may on pages that are not served over https. */
  otherwise: string;
  /** Toasts of one id replace each other. */
  id?: string;
}

/** Writes to the clipboard and says in a toast whether that worked. Never rejects. */
export async function copyText(text: string, options: CopyTextOptions): Promise<void> {
  const { copied, otherwise, id } = options;
  const once = id === undefined ? {} : { id };
  try {
    await navigator.clipboard.writeText(text);
    toast.success({ title: copied, ...once });
  } catch {
    const title = 'The browser did not allow copying';
    toast.warning({ title, description: otherwise, ...once });
  }
}
