import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { ImportedMeeting } from '@wentwell/contract/meeting-export';

import { ApiError, errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { updateLists } from './meetings.queries.ts';

/** A file that is refused before it is sent. */
class UnreadableFile extends Error {}

export interface ImportChoice {
  file: File;
  teamId: TeamId;
  asLive: boolean;
  /** The same for every try with the same file, so that it is imported once. */
  key: string;
}

async function read(file: File): Promise<unknown> {
  if (file.size > limits.importBytes) throw new UnreadableFile('This file is larger than 1 MB.');
  try {
    const body: unknown = JSON.parse(await file.text());
    return body;
  } catch {
    throw new UnreadableFile('This file is not JSON.');
  }
}

/** 'notes, entry 3, text': counted as people count. */
function placeText(loc: readonly (string | number)[]): string {
  const [, ...place] = loc.map(String);
  return place.map((part) => (/^\d+$/.test(part) ? `entry ${Number(part) + 1}` : part)).join(', ');
}

/** What is wrong with the file, and where. */
export function importErrorText(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  const [first] = error instanceof ApiError ? error.fieldErrors : [];
  const place = first ? placeText(first.loc) : '';
  return first && place !== '' ? `${first.msg} (${place})` : errorText(error);
}

export function useImportMeeting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, teamId, asLive, key }: ImportChoice) =>
      request({
        path: `/api/v1/teams/${teamId}/imports`,
        method: 'POST',
        query: asLive ? { as_live: true } : {},
        headers: { 'Idempotency-Key': key },
        body: await read(file),
        schema: ImportedMeeting,
      }),
    onSuccess: (meeting) => {
      const lost = meeting.actions_without_owner;
      const items = lost === 1 ? '1 action item has' : `${lost} action items have`;
      toast.success({
        title: 'Meeting imported.',
        ...(lost > 0 && {
          description: `${items} no owner: the name in the file is not that of exactly one member here.`,
        }),
      });
      return updateLists(queries, meeting);
    },
  });
}
