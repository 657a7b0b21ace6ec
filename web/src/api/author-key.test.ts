import { MeetingId, UserId } from '@wentwell/contract/ids';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { beforeEach, expect, it, vi } from 'vitest';

import { authorHeaders, setWriter } from './author-key.ts';

const meetingId = MeetingId.parse('0198c0de-0000-7000-8000-000000000001');
const userId = UserId.parse('0198c0de-0000-7000-8000-000000000002');

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {});
  setWriter(meetingId, userId);
});

// A read that follows an anonymous score at once would name its author in the log (docs/retro.md R-187).
it.each(['board', 'records', 'events'])('reads of the open board carry the key: %s', (path) => {
  expect(authorHeaders(`/api/v1/meetings/${meetingId}/${path}`)).toHaveProperty([authorKeyHeader]);
});

it('other calls of a named meeting carry none', () => {
  expect(authorHeaders(`/api/v1/meetings/${meetingId}/notes`)).toEqual({});
});
