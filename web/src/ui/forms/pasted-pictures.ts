// Text fields silently ignore a pasted picture; a toast says so.
import { toast } from '#web/ui/feedback/toast';

document.addEventListener('paste', ({ target, clipboardData }) => {
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (!isField || !clipboardData || clipboardData.getData('text/plain') !== '') return;
  if ([...clipboardData.files].some(({ type }) => type.startsWith('image/'))) {
    toast.info({ title: 'You can only paste text here, not pictures.', id: 'pasted-picture' });
  }
});
