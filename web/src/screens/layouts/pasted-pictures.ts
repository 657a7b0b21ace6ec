import { toast } from '#web/ui/feedback/toast';

function tell({ target, clipboardData }: ClipboardEvent): void {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (!isField || !clipboardData || clipboardData.getData('text/plain') !== '') return;
  if ([...clipboardData.files].some(({ type }) => type.startsWith('image/'))) {
    toast.info({ title: 'Pictures cannot be pasted here, only text.', id: 'pasted-picture' });
  }
}

/** Text fields ignore a pasted picture without a word. Returns a function that stops telling. */
export function tellOfPastedPictures(): () => void {
  document.addEventListener('paste', tell);
  return () => document.removeEventListener('paste', tell);
}
