import type { Meeting } from '@wentwell/contract/meetings';
import { Flag } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';

import { useFinishMeeting } from '#web/features/meetings/meetings.queries';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { useCommands } from '#web/ui/overlays/commands';

// Dialogs are heavy and no board needs them to be read: it comes after the board, and before the first press.
const ConfirmDialog = lazyPart(
  async () => (await import('#web/ui/overlays/ConfirmDialog.tsx')).ConfirmDialog,
);

/** In the command palette. */
export const finishCommand = {
  id: 'finish',
  label: 'Finish…',
  icon: <Flag aria-hidden="true" />,
  keywords: ['end', 'close', 'stop', 'over'],
};

/** The button and the question before it, which says what the end turns over. */
export function FinishMeeting(props: {
  meeting: Meeting;
  /** How many notes lie face down, for whomever. */
  faceDown: number;
  /** The last phase is over: finishing is what comes next. */
  isNext: boolean;
  onFinished: () => void;
}): ReactNode {
  const { meeting, faceDown, isNext, onFinished } = props;
  const [isAsking, setAsking] = useState(false);
  const finish = useFinishMeeting();
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
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Finish Meeting"
          description={`Are you sure you want to finish the meeting “${meeting.name}”? It ends for everybody, and its board becomes read-only.`}
          {...(faceDown > 0 && {
            children: <Alert tone="warning">{faceDownText(faceDown)}</Alert>,
          })}
          confirmLabel="Finish Meeting"
          busy={finish.isPending}
          busyLabel="Finishing..."
          onConfirm={() =>
            finish.mutate(meeting, {
              onSuccess: () => {
                setAsking(false);
                onFinished();
              },
            })
          }
        />
      </Suspense>
    </>
  );
}

function faceDownText(count: number): string {
  return count === 1
    ? '1 note is still face down. Finishing turns it over for everybody.'
    : `${count} notes are still face down. Finishing turns them over for everybody.`;
}
