import { ChangeByAuthorHeaders } from '@wentwell/contract/change-headers';
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { Emoji } from '@wentwell/contract/reactions';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { ReactionAt, ReactionsService } from './reactions.service.ts';

const params = z.object({ meetingId: MeetingId, noteId: NoteId, emoji: z.string() });
const tags = ['Notes'];

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
  api.put(
    '/meetings/:meetingId/notes/:noteId/reactions/:emoji',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'React to a note',
        description:
          'By any member, with one emoji of at most 16 bytes, to a note that lies open, in a live meeting from the ' +
          'revealing phase on. A note has at most 12 different ones. Reacting again changes nothing.',
        headers: ChangeByAuthorHeaders,
        params,
        response: { 204: z.null(), ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await reactions.react(commandOf(request), reactionAt(request.params))),
  );

  api.delete(
    '/meetings/:meetingId/notes/:noteId/reactions/:emoji',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Take a reaction back',
        description: "The caller's own. Where there is none, nothing changes.",
        headers: ChangeByAuthorHeaders,
        params,
        response: { 204: z.null(), ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await reactions.takeBack(commandOf(request), reactionAt(request.params))),
  );
}
