import { UserId } from '@wentwell/contract/ids';
import { invitationPolicy } from '@wentwell/contract/invitations';
import type { Standing } from '@wentwell/contract/teams';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';

const me = newId(UserId);
const bySomebody = { sender_id: newId(UserId) };
const byMe = { sender_id: me };

const people = {
  outsider: { userId: me, isSuperuser: false, role: null },
  member: { userId: me, isSuperuser: false, role: 'member' },
  admin: { userId: me, isSuperuser: false, role: 'admin' },
  superuser: { userId: me, isSuperuser: true, role: null },
} as const satisfies Record<string, Standing>;

describe('who may do what with an invitation (api.md)', () => {
  it.each([
    ['outsider', 'NOT_FOUND', 'INVITATION_SENDER_ONLY', 'INVITATION_SENDER_ONLY'],
    ['member', 'allowed', 'allowed', 'INVITATION_SENDER_ONLY'],
    ['admin', 'allowed', 'allowed', 'allowed'],
    ['superuser', 'allowed', 'allowed', 'allowed'],
  ] as const)('%s: create %s, cancel the own %s, cancel any %s', (...row) => {
    const [name, create, own, any] = row;
    const who = people[name];
    expect(invitationPolicy.create(who)).toBe(create);
    expect(invitationPolicy.cancel(who, byMe)).toBe(own);
    expect(invitationPolicy.cancel(who, bySomebody)).toBe(any);
  });

  it.each([
    ['ann@example.com', 'allowed'],
    ['ANN@Example.com', 'allowed'],
    ['bob@example.com', 'INVITATION_OTHER_EMAIL'],
    ['ann@example.com.evil.test', 'INVITATION_OTHER_EMAIL'],
  ] as const)('%s answers an invitation to Ann@example.com: %s', (email, verdict) => {
    expect(invitationPolicy.answer(email, { invited_user_email: 'Ann@example.com' })).toBe(verdict);
  });
});
