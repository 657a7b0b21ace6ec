// Calls of catch-up. Reads always send the author key, so that no log names the reader.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Board } from '@wentwell/contract/board/snapshot';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import {
  type AdditionInput,
  CatchUp,
  LeftAdditions,
  type OwnAddition,
} from '@wentwell/contract/meetings/catch-up';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import { authorKey } from '#web/api/author-key';
import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

interface Reader {
  meetingId: MeetingId;
  userId: UserId;
}

const pathOf = (meetingId: MeetingId) => `/api/v1/meetings/${meetingId}`;

function keyOf({ meetingId, userId }: Reader) {
  return { [authorKeyHeader]: authorKey(meetingId, userId) };
}

export function finishedBoardQuery(reader: Reader) {
  const { meetingId } = reader;
  const path = `${pathOf(meetingId)}/board`;
  return readQuery(['catch-up board', meetingId], { path, headers: keyOf(reader), schema: Board });
}

export function catchUpQuery(reader: Reader) {
  const { meetingId } = reader;
  const path = `${pathOf(meetingId)}/catch-up`;
  return readQuery(['catch-up', meetingId], { path, headers: keyOf(reader), schema: CatchUp });
}

/** `seen` is the board's count of revealed additions; a new count refetches them. */
export function hiddenAdditionsQuery(meetingId: MeetingId, seen: number) {
  const path = `${pathOf(meetingId)}/additions`;
  return readQuery(['additions', meetingId, seen], { path, schema: LeftAdditions });
}

export function useReveal(meetingId: MeetingId) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => request({ path: `${pathOf(meetingId)}/additions/reveal`, method: 'POST' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['additions', meetingId] }),
    onError: toast.onError('The cards were not revealed'),
  });
}

/** In an anonymous retro both requests are sent without a name. */
export function useAdditions(reader: Reader, { isAnonymous }: { isAnonymous: boolean }) {
  const queries = useQueryClient();
  const { queryKey } = catchUpQuery(reader);
  const path = `${pathOf(reader.meetingId)}/catch-up/additions`;
  const sent = { method: 'POST', ...(isAnonymous && { headers: keyOf(reader) }) } as const;
  const add = useMutation({
    networkMode: 'always',
    mutationFn: (body: AdditionInput) => request({ ...sent, path, body, schema: CatchUp }),
    onSuccess: (state) => queries.setQueryData(queryKey, state),
  });
  const takeBack = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: OwnAddition) =>
      request({ ...sent, path: `${path}/${id}`, method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
    onError: toast.onError('It was not taken back'),
  });
  return { add, takeBack };
}
