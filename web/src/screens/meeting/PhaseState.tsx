import type { VoteLimits } from '@wentwell/contract/discussion/votes';
import { phaseFacts } from '@wentwell/contract/phases';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import { VoteLimitsButton } from '#web/features/votes/VoteLimitsFields.tsx';
import { VotesLeft } from '#web/features/votes/VotesLeft.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';

import { CheckUpButton } from './CheckUpButton.tsx';
import { GroupSuggestions } from './GroupSuggestions.tsx';
import { useMeetingParts } from './meeting-parts.ts';

/** At the end of the line below the bar: votes left, and the lead's controls of this phase. */
export function PhaseState(props: {
  leads: boolean;
  onLimits: (change: Partial<VoteLimits>) => Promise<unknown>;
}): ReactNode {
  const { leads, onLimits } = props;
  const { board } = useMeetingParts();
  const { settings } = board.meeting;
  const { phase } = board.phase;
  const isAlone = board.presence.filter(({ isOnline }) => isOnline).length === 1;
  // Guests and the demo have no suggestions from the server and no address to share.
  const isGuest = useIsGuest();
  return (
    <>
      {(settings.check_up.length > 0 || board.check_in.check_up.length > 0) && <CheckUpButton />}
      {leads && !isGuest && isAlone && phase === 'writing' && <AloneHere />}
      {leads && !isGuest && phaseFacts[phase].groups && <GroupSuggestions />}
      {leads && (phase === 'voting' || phase === 'grouping') && (
        <VoteLimitsButton
          key={phase}
          settings={settings}
          isVoting={phase === 'voting'}
          onSave={onLimits}
        />
      )}
      {phase === 'voting' && <VotesLeft board={board} />}
    </>
  );
}

/** Shown to the only person on a board, who waits for others. */
function AloneHere(): ReactNode {
  return (
    <>
      <span>Only you are here.</span>
      <Button
        size="sm"
        icon={<Copy />}
        onClick={() => void copyText(location.origin + location.pathname, 'Link copied')}
      >
        Copy link
      </Button>
    </>
  );
}
