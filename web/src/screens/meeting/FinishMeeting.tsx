import type { Board } from '@wentwell/contract/board';
import type { TeamContext } from '@wentwell/contract/teams';
import { Flag } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import type { PersonOf } from '#web/ui/identity/person-of';
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

/** The button and the question before it. */
export function FinishMeeting(props: {
  board: Board;
  who: TeamContext;
  personOf: PersonOf;
  /** The last phase is over: finishing is what comes next. */
  isNext: boolean;
  onFinished: () => void;
}): ReactNode {
  const { isNext, ...rest } = props;
  const [isAsking, setAsking] = useState(false);
  useCommands([
    {
      ...finishCommand,
      group: isNext ? 'Next step' : 'Meeting',
      run: () => setAsking(true),
    },
  ]);
  return (
    <>
      <Button
        size="sm"
        variant={isNext ? 'primary' : 'secondary'}
        icon={<Flag aria-hidden="true" />}
        title="Finish"
        onClick={() => setAsking(true)}
      >
        {/* Beside the phase there is no room for it: the title says it. */}
        <span className="sm:max-md:hidden">Finish</span>
      </Button>
      <Suspense>
        <FinishDialog {...rest} open={isAsking} onOpenChange={setAsking} />
      </Suspense>
    </>
  );
}
