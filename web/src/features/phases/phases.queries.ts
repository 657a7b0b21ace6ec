// Changes a meeting's phase.
import { useMutation } from '@tanstack/react-query';
import { teamContextOfViewer } from '@wentwell/contract/board/recorded-board';
import { describeError } from '@wentwell/contract/errors';
import { Meeting, meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { type Phase, phaseFacts, PhaseInfo } from '@wentwell/contract/phases';
import { useRef } from 'react';
import { z } from 'zod';

import { ApiError, request } from '#web/api/request';
import type { OwnChange } from '#web/live/undo-history';
import { useShownBoard, useUndoHistory } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';

export type PhaseLead = ReturnType<typeof usePhaseLead>;

/** A 412 response carries the current meeting. */
const Stale = z.object({ current: Meeting.pick({ phase: true, version: true }) });

/** Moves the meeting on from the phase `from`. Resolves to null if it has already left that phase. */
async function stepOn(
  path: string,
  { from, version }: { from: Phase; version: number },
): Promise<PhaseInfo | null> {
  try {
    // Two simultaneous clicks or tabs advance the meeting by one phase only.
    const headers = { 'If-Match': `"${version}"` };
    return await request({ path, method: 'POST', headers, schema: PhaseInfo });
  } catch (error) {
    const stale = error instanceof ApiError && error.status === 412 && Stale.safeParse(error.body);
    if (!stale || !stale.success) throw error;
    const { current } = stale.data;
    if (current.phase !== from) return null;
    // Another field has changed, such as the name.
    return stepOn(path, { from, version: current.version });
  }
}

export function usePhaseLead() {
  const { id, phase: current, version } = useShownBoard().meeting;
  const history = useUndoHistory();
  const meeting = `/api/v1/meetings/${id}`;
  // A ref, because the second click of a double click precedes the next render.
  const underWay = useRef<Promise<boolean> | null>(null);

  function changeOf(from: Phase, to: Phase): OwnChange {
    return {
      title: `Now: ${phaseFacts[to].label}`,
      undoneTitle: `Back to ${phaseFacts[from].label}`,
      slot: 'phase-moved',
      // All users follow the phase, so an Undo key must not revert it after later changes.
      isFragile: true,
      undo: ({ you, meeting, phase: { phase } }) => {
        const result = meetingPolicy.lead(teamContextOfViewer(you), meeting);
        if (result !== 'allowed') return { conflict: describeError(result).detail };
        if (underWay.current || ![from, to].includes(phase)) {
          return { conflict: 'The meeting has since moved to another phase.' };
        }
        const outcome = move({ from: to, to: from, undoes: true });
        return { outcome, redo: changeOf(to, from).undo };
      },
    };
  }

  const next = useMutation({
    mutationFn: (step: { from: Phase; version: number }) => stepOn(`${meeting}/phase/next`, step),
    onSuccess: (info, { from }) => {
      if (info) history.record(changeOf(from, info.phase));
    },
    onError: toast.onError('Failed to advance phase', { duration: 7000 }),
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
      if (!undoes) history.record(changeOf(from, info.phase));
    },
    onError: toast.onError('Failed to update phase', { duration: 7000 }),
  });

  /** Resolves to whether the server has changed the phase. Refusals are already reported. */
  async function move(change: { from: Phase; to: Phase; undoes: boolean }): Promise<boolean> {
    // A key pressed during the previous request counts: all users already see that change.
    while (underWay.current) await underWay.current;
    return follow(jump.mutateAsync(change));
  }

  function follow(change: Promise<unknown>): Promise<boolean> {
    underWay.current = change
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay.current = null;
      });
    return underWay.current;
  }

  return {
    next: () => {
      if (!underWay.current) void follow(next.mutateAsync({ from: current, version }));
    },
    jump: (to: Phase) => void move({ from: current, to, undoes: false }),
    isBusy: next.isPending || jump.isPending,
  };
}
