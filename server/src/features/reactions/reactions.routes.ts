import { CreateByAuthorHeaders } from '@wentwell/contract/api/change-headers';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { Emoji } from '@wentwell/contract/notes/reactions';
import { z } from 'zod';

import { noContent, type PreparationContext, type StoreDeps } from '#server/board/store';
import { countMembers } from '#server/features/teams/teams.table';
import { countGuests } from '#server/features/users/users.table';
import type { Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { CommandRequest } from '#server/platform/http/command';
import type { Answer } from '#server/platform/http/receipts';

const params = z.object({ meetingId: MeetingId, noteId: NoteId, emoji: z.string() });

/** Invalid path parameters are usually 404. Users choose the emoji, so this error explains what is wrong. */
function emojiOf({ emoji }: z.infer<typeof params>): Emoji {
  const parsed = Emoji.safeParse(emoji);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ message }) => ({
    loc: ['path', 'emoji'],
    msg: message,
    type: 'custom',
  }));
  throw new ApiError('VALIDATION', {}, { errors });
}

async function countPeople(tx: Tx, { id, team_id }: Meeting): Promise<number> {
  const [members, guests] = await Promise.all([countMembers(tx, [team_id]), countGuests(tx, id)]);
  return (members.get(team_id) ?? 0) + guests;
}

export function reactionsRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Notes');

  function set(
    command: CommandRequest,
    at: z.infer<typeof params>,
    reacts: boolean,
  ): Promise<Answer<null>> {
    const { meetingId, noteId: note_id } = at;
    return store.change(command, meetingId, {
      ...noContent,
      name: 'reaction.set',
      input: { note_id, emoji: emojiOf(at), reacts },
      // Users can create any number of author keys, so anonymous reactions are limited by the number of people.
      ...(command.authorHash && {
        read: async (tx: Tx, { board }: PreparationContext) => ({
          context: { memberCount: await countPeople(tx, getMeeting(board)) },
        }),
      }),
    });
  }

  change('PUT /meetings/:meetingId/notes/:noteId/reactions/:emoji', {
    operationId: 'addReaction',
    config: { guests: 'write' },
    summary: 'React to a note',
    description:
      'By any member, with one emoji of at most 16 bytes, on a revealed note of a live meeting from revealing' +
      ' on. At most 12 different emojis per note. Repeating changes nothing.',
    headers: CreateByAuthorHeaders,
    run: ({ command, params: at }) => set(command, at, true),
  });

  change('DELETE /meetings/:meetingId/notes/:noteId/reactions/:emoji', {
    operationId: 'removeReaction',
    config: { guests: 'write' },
    summary: 'Remove a reaction',
    description: 'The caller’s own. Without one nothing changes.',
    headers: CreateByAuthorHeaders,
    run: ({ command, params: at }) => set(command, at, false),
  });
}
