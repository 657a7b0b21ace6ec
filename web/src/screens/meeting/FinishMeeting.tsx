import { Flag } from 'lucide-react';
import { type ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';

// Dialogs are heavy and no board needs them to be read: it comes after the board, and before the first press.
const FinishDialog = lazyPart(async () => (await import('./FinishDialog.tsx')).FinishDialog);

/** In the command palette. */
export const finishCommand = {
  id: 'finish',
  label: 'Finish…',
  icon: <Flag aria-hidden="true" />,
  keywords: ['end', 'close', 'stop', 'over'],
};

/** Opens the question before the end. In the last phase it is what comes next. */
export function FinishButton(props: { isNext?: boolean; onPress: () => void }): ReactNode {
  return (
    <Button
      size="sm"
      variant={props.isNext ? 'primary' : 'ghost'}
      icon={<Flag aria-hidden="true" />}
      onClick={props.onPress}
    >
      Finish
    </Button>
  );
}

/** The question before the end, which says what the end turns over. */
export function FinishMeeting(props: {
  /** The last phase is over: finishing is what comes next. */
  isNext: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { isNext, ...dialog } = props;
  const { onOpenChange } = dialog;
  useCommands([
    {
      ...finishCommand,
      group: isNext ? 'Next step' : 'Meeting',
      run: () => onOpenChange(true),
    },
  ]);
  return <FinishDialog {...dialog} />;
}
