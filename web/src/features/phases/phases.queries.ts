// Leading a meeting from phase to phase (spec 7 "Meetings").
import { useMutation } from '@tanstack/react-query';
import type { Meeting } from '@wentwell/contract/meetings';
import { type Phase, phaseFacts, PhaseInfo } from '@wentwell/contract/phases';

import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/toast';

const undoTime = 10_000;

export interface PhaseLead {
  next: () => void;
  jump: (phase: Phase) => void;
  isBusy: boolean;
}

/** `onMoved` when the server has moved; the board follows by itself where its socket is open. */
export function usePhaseLead(
  { id, phase: current, version }: Pick<Meeting, 'id' | 'phase' | 'version'>,
  onMoved: () => void,
): PhaseLead {
  const meeting = `/api/v1/meetings/${id}`;

  function announce(from: Phase, to: PhaseInfo): void {
    onMoved();
    toast.info({
      id: 'phase-moved',
      title: `Now: ${phaseFacts[to.phase].label}`,
      duration: undoTime,
      action: {
        label: 'Undo',
        onPress: () => jump.mutate({ from: to.phase, to: from, undoes: true }),
      },
    });
  }

  const next = useMutation({
    mutationFn: (_move: { from: Phase }) =>
      request({
        path: `${meeting}/phase/next`,
        method: 'POST',
        // Two tabs that go on at once go on by one phase, not by two.
        headers: { 'If-Match': `"${version}"` },
        schema: PhaseInfo,
      }),
    onSuccess: (info, { from }) => announce(from, info),
    onError: (error) =>
      toast.error({ title: 'Failed to advance phase', description: errorText(error) }),
  });
  const jump = useMutation({
    mutationFn: ({ to }: { from: Phase; to: Phase; undoes: boolean }) =>
      request({
        path: `${meeting}/phase/transition`,
        method: 'POST',
        body: { phase: to, duration_minutes: null },
        schema: PhaseInfo,
      }),
    onSuccess: (info, { from, undoes }) => {
      if (undoes) onMoved();
      else announce(from, info);
    },
    onError: (error) =>
      toast.error({ title: 'Failed to update phase', description: errorText(error) }),
  });

  return {
    next: () => next.mutate({ from: current }),
    jump: (to) => jump.mutate({ from: current, to, undoes: false }),
    isBusy: next.isPending || jump.isPending,
  };
}
