import { type ReactNode, useState } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that opens with new state each time. Its subject stays during the fade-out, even if its row is already gone. */
export function useDialog<Subject = void>() {
  const [asked, setAsked] = useState<{ subject: Subject; open: boolean; times: number } | null>(
    null,
  );
  const onOpenChange = (open: boolean) => setAsked((now) => now && { ...now, open });
  return {
    ask: (subject: Subject) =>
      setAsked((now) => ({ subject, open: true, times: (now?.times ?? 0) + 1 })),
    /** Renders nothing before the first opening. */
    draw: (render: (dialog: DialogProps, subject: Subject) => ReactNode): ReactNode =>
      asked && (
        <SmallPart key={asked.times}>
          {render({ open: asked.open, onOpenChange }, asked.subject)}
        </SmallPart>
      ),
  };
}
