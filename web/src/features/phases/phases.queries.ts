// Leading a meeting from phase to phase.
import { useMutation } from '@tanstack/react-query';
import { Meeting } from '@wentwell/contract/meetings';
import { type Phase, phaseFacts, PhaseInfo } from '@wentwell/contract/phases';
import { useRef } from 'react';
import { z } from 'zod';

import { ApiError, errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

const undoTime = 7000;

export interface PhaseLead {
  next: () => void;
  jump: (phase: Phase) => void;
  isBusy: boolean;
}

/** What a 412 tells of the meeting as it is now. */
const Stale = z.object({ current: Meeting.pick({ phase: true, version: true }) });

/** One step on from `from`. Returns null where the meeting has left that phase already: nothing is left to do. */
async function stepOn(
  path: string,
  { from, version }: { from: Phase; version: number },
): Promise<PhaseInfo | null> {
  try {
    // Two clicks, or two tabs, that go on at once go on by one phase, not by two.
    const headers = { 'If-Match': `"${version}"` };
    return await request({ path, method: 'POST', headers, schema: PhaseInfo });
  } catch (error) {
    const stale = error instanceof ApiError && error.status === 412 && Stale.safeParse(error.body);
    if (!stale || !stale.success) throw error;
    const { current } = stale.data;
    if (current.phase !== from) return null;
    // Something else of the meeting has changed, such as its name.
    return stepOn(path, { from, version: current.version });
  }
}

/** `onMoved` when the server has moved; the board follows by itself where its socket is open. */
export function usePhaseLead(
  { id, phase: current, version }: Pick<Meeting, 'id' | 'phase' | 'version'>,
  onMoved: () => void,
): PhaseLead {
  const meeting = `/api/v1/meetings/${id}`;
  // Not state: the second click of a double click comes before the page is drawn anew.
  const isUnderWay = useRef(false);

  function announce(from: Phase, to: PhaseInfo): void {
    onMoved();
    toast.info({
      id: 'phase-moved',
      group: 'board-undo',
      title: `Now: ${phaseFacts[to.phase].label}`,
      duration: undoTime,
      action: {
        label: 'Undo',
        onPress: () => move({ from: to.phase, to: from, undoes: true }),
      },
    });
  }

  function settle(): void {
    isUnderWay.current = false;
  }

  const next = useMutation({
    mutationFn: (step: { from: Phase; version: number }) => stepOn(`${meeting}/phase/next`, step),
    onSuccess: (info, { from }) => {
      if (info) announce(from, info);
      else onMoved();
    },
    onError: (error) =>
      toast.error({
        title: 'Failed to advance phase',
        description: errorText(error),
        duration: 7000,
      }),
    onSettled: settle,
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
      toast.error({
        title: 'Failed to update phase',
        description: errorText(error),
        duration: 7000,
      }),
    onSettled: settle,
  });

  function move(change: { from: Phase; to: Phase; undoes: boolean }): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    jump.mutate(change);
  }

  return {
    next: () => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      next.mutate({ from: current, version });
    },
    jump: (to) => move({ from: current, to, undoes: false }),
    isBusy: next.isPending || jump.isPending,
  };
}
