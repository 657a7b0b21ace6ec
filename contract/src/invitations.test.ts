import { describe, expect, it } from 'vitest';

import { invitationPolicy } from './invitations.ts';
import { me, somebodyElse, teamContexts } from './testing/team-contexts.ts';

describe('rights on invitations (A-42, A-61)', () => {
  it.each([
    ['outsider', 'NOT_FOUND', 'INVITATION_SENDER_ONLY', 'INVITATION_SENDER_ONLY'],
    ['member', 'allowed', 'allowed', 'INVITATION_SENDER_ONLY'],
    ['admin', 'allowed', 'allowed', 'allowed'],
    ['superuser', 'allowed', 'allowed', 'allowed'],
  ] as const)('%s: create %s, cancel the own %s, cancel any %s', (...row) => {
    const [name, create, own, any] = row;
    const who = teamContexts[name];
    expect(invitationPolicy.create(who)).toBe(create);
    expect(invitationPolicy.cancel(who, { sender_id: me })).toBe(own);
    expect(invitationPolicy.cancel(who, { sender_id: somebodyElse })).toBe(any);
  });

  it.each([
    ['ann@example.com', 'allowed'],
    ['ANN@Example.com', 'allowed'],
    ['bob@example.com', 'INVITATION_OTHER_EMAIL'],
    ['ann@example.com.evil.test', 'INVITATION_OTHER_EMAIL'],
  ] as const)('%s answers an invitation to Ann@example.com: %s', (email, result) => {
    expect(invitationPolicy.answer(email, { invited_user_email: 'Ann@example.com' })).toBe(result);
  });
});
