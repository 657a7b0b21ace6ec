import { useState } from 'react';

/** Keeps a dialog's subject during the fade-out, even if its row is already gone. */
export function useDialogSubject<Subject>() {
  const [asked, setAsked] = useState<{ subject: Subject; open: boolean } | null>(null);
  return {
    subject: asked?.subject ?? null,
    ask: (subject: Subject) => setAsked({ subject, open: true }),
    dialog: {
      open: asked?.open ?? false,
      onOpenChange: (open: boolean) => setAsked((now) => now && { ...now, open }),
    },
  };
}
