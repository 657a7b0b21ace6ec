import { ChangeByAuthorHeaders } from '@wentwell/contract/change-headers';
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { Emoji } from '@wentwell/contract/reactions';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { callsOf } from '#server/platform/http/calls';

import type { ReactionAt, ReactionsService } from './reactions.service.ts';

const params = z.object({ meetingId: MeetingId, noteId: NoteId, emoji: z.string() });

/** An address that cannot be is 404; this one says what is wrong with it: the emoji is what people choose. */
function reactionAt({ emoji, ...note }: z.infer<typeof params>): ReactionAt {
  const parsed = Emoji.safeParse(emoji);
  if (parsed.success) return { ...note, emoji: parsed.data };
  const errors = parsed.error.issues.map(({ message }) => ({
    loc: ['path', 'emoji'],
    msg: message,
    type: 'custom',
  }));
  throw new ApiError('VALIDATION', {}, { errors });
}

export function reactionsRoutes(api: Api, reactions: ReactionsService): void {
  const { change } = callsOf(api, 'Notes');

  change(
    'PUT /meetings/:meetingId/notes/:noteId/reactions/:emoji',
    {
      operationId: 'addReaction',
      summary: 'React to a note',
      description:
        'By any member, with one emoji of at most 16 bytes, to a note that lies open, in a live meeting from the ' +
        'revealing phase on. A note has at most 12 different ones. Reacting again changes nothing.',
      headers: ChangeByAuthorHeaders,
      params,
      answers: { 204: z.null() },
      refuses: [403, 404, 409, 422],
    },
    ({ command, params }) => reactions.react(command, reactionAt(params)),
  );

  change(
    'DELETE /meetings/:meetingId/notes/:noteId/reactions/:emoji',
    {
      operationId: 'removeReaction',
      summary: 'Take a reaction back',
      description: "The caller's own. Where there is none, nothing changes.",
      headers: ChangeByAuthorHeaders,
      params,
      answers: { 204: z.null() },
      refuses: [403, 404, 409, 422],
    },
    ({ command, params }) => reactions.takeBack(command, reactionAt(params)),
  );
}
