// Maps a board's HTTP calls to commands.
import type { Command } from '@wentwell/contract/board/command';
import { z } from 'zod';

import { randomId } from '#web/api/random-ids';

const Body = z.record(z.string(), z.unknown());
type Input = z.infer<typeof Body>;

interface Call {
  method: string;
  path: RegExp;
  name: string;
  /** Creates the input; by default the body with the path's parameters. */
  toInput?: (body: Input, pathParams: Input) => Input;
}

function call(at: string, name: string, toInput?: Call['toInput']): Call {
  const [method = '', path = ''] = at.split(' ');
  const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { method, path: new RegExp(`^${pattern}$`), name, ...(toInput && { toInput }) };
}

const asked = (kind: string) => (body: Input) => ({ ...body, asked: kind });
const reacts = (is: boolean) => (_: Input, pathParams: Input) => ({ ...pathParams, reacts: is });

const calls: readonly Call[] = [
  call('POST notes', 'note.add'),
  call('PUT notes/:id', 'note.update'),
  call('DELETE notes/:id', 'note.remove'),
  call('POST notes/:id/restore', 'note.restore'),
  call('PUT notes/:note_id/reactions/:emoji', 'reaction.set', reacts(true)),
  call('DELETE notes/:note_id/reactions/:emoji', 'reaction.set', reacts(false)),
  call('POST groups', 'group.create'),
  call('PUT groups/:id', 'group.update'),
  call('DELETE groups/:id', 'group.dissolve'),
  call('PUT topics/:topic_id/votes', 'vote.set'),
  call('PUT votes/finished', 'voted.set'),
  call('POST topics/:topic_id/comments', 'comment.add'),
  call('PUT topics/:topic_id/comments/:id', 'comment.update'),
  call('DELETE topics/:topic_id/comments/:id', 'comment.remove'),
  call('PUT discussion', 'discussion.update'),
  call('PUT discussion/extend', 'discussion.extend'),
  call('PUT ready', 'ready.set'),
  call('PUT hand', 'hand.set'),
  call('DELETE hands', 'hand.lowerAll'),
  call('PUT timer', 'timer.set', (timer) => ({ timer })),
  call('POST phase/next', 'phase.next'),
  call('POST phase/transition', 'phase.enter'),
  call('PUT ', 'meeting.update'),
  call('PUT mood', 'score.set', asked('mood')),
  call('PUT worth', 'score.set', asked('worth')),
  call('PUT check-in', 'question.hide'),
  call('POST check-in/next-question', 'question.next'),
  call('PUT check-in/turn', 'turn.set'),
  call('POST actions', 'action.agree'),
  call('PUT /actions/:id', 'action.update'),
  call('DELETE /actions/:id', 'action.remove'),
  call('POST /actions/:id/restore', 'action.restore'),
  call('POST thanks', 'thanks.give'),
  call('DELETE thanks/:id', 'thanks.takeBack'),
];

/** Null if the demo cannot answer. */
export function commandOf(method: string, path: string, body: unknown): Command | null {
  for (const each of calls) {
    const found = each.method === method ? each.path.exec(path) : null;
    if (!found) continue;
    const pathParams = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
    );
    const sent = Body.parse(body ?? {});
    const made = method === 'POST' ? { id: randomId() } : {};
    const input = each.toInput?.(sent, pathParams) ?? { ...made, ...sent, ...pathParams };
    return { name: each.name, input };
  }
  return null;
}
