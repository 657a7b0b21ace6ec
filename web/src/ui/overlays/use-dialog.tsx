import { type ReactNode, useState } from 'react';

import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that opens with new state each time. Its subject stays during the fade-out, even if its row is already gone. */
export function useDialog<Subject = void>() {
  const [opened, setOpened] = useState<{ subject: Subject; open: boolean; key: number } | null>(
    null,
  );
  const onOpenChange = (open: boolean) => setOpened((now) => now && { ...now, open });
  return {
    open: (subject: Subject) =>
      setOpened((now) => ({ subject, open: true, key: (now?.key ?? 0) + 1 })),
    /** Renders nothing before the first opening. */
    render: (content: (dialog: DialogProps, subject: Subject) => ReactNode): ReactNode =>
      opened && (
        <SmallPart key={opened.key}>
          {content({ open: opened.open, onOpenChange }, opened.subject)}
        </SmallPart>
      ),
  };
}
