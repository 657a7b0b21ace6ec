import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';

// Dialogs are large and not needed for reading a board: loaded after it, before the first press.
const FinishDialog = lazyPart(() => import('./FinishDialog.tsx'), 'FinishDialog');

/** The palette's command. */
export const finishCommand = {
  id: 'finish',
  label: 'Finish…',
  icon: <Flag aria-hidden="true" />,
  keywords: ['end', 'close', 'stop', 'over'],
};

/** Opens the finish dialog. In the last phase it is the primary button. */
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

/** The finish dialog, which says what the end reveals. */
export function FinishMeeting(props: {
  /** The last phase is over, so finishing is the next step. */
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
