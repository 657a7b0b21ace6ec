import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { commandKey } from '#web/ui/layout/command-key';

import { toast } from './toast.ts';

/** A browser may never answer, for example behind a permission prompt that its window cannot show. */
const maxWaitMs = 1000;

/** If the browser refuses clipboard access, a toast shows the text, selected. Never rejects. */
export async function copyText(text: string, copied: string): Promise<void> {
  const id = 'copied';
  const timeout = () =>
    new Promise((_, reject) => {
      setTimeout(reject, maxWaitMs);
    });
  try {
    await Promise.race([navigator.clipboard.writeText(text), timeout()]);
    toast.success({ title: copied, id });
  } catch {
    const title = `Press ${commandKey}+C to copy.`;
    toast.warning({ title, description: <SelectedText key={text} text={text} />, id });
  }
}

/** The toast stays while it has the focus. */
function SelectedText({ text }: { text: string }): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <textarea
      ref={field}
      readOnly
      rows={2}
      aria-label="Text to copy"
      className="ring-focus w-full resize-none rounded-sm bg-sunken p-2 text-ink"
      value={text}
    />
  );
}
