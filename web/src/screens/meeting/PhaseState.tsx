import { phaseFacts } from '@wentwell/contract/phases';
import type { VoteLimits } from '@wentwell/contract/votes';
import { type ReactNode, useEffect } from 'react';

import { useIsGuest } from '#web/features/auth/session.tsx';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';

import { useMeetingParts } from './meeting-parts.ts';

// Loaded after the board.
const CheckUpButton = lazyPart(() => import('./late-code.ts'), 'CheckUpButton');

// Loaded after the board, for leads.
const GroupSuggestions = lazyPart(() => import('./late-code.ts'), 'GroupSuggestions');
const AloneHere = lazyPart(() => import('./late-code.ts'), 'AloneHere');
const VoteLimitsButton = lazyPart(() => import('./late-code.ts'), 'VoteLimitsButton');
const VotesLeft = lazyPart(() => import('./late-code.ts'), 'VotesLeft');

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
  // Ready with its phase: a later arrival would move the line's other buttons.
  useEffect(() => void VotesLeft.prefetch(), []);
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
