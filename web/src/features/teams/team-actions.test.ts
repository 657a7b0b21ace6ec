import { teamContexts } from '@wentwell/contract/testing/team-contexts';
import { expect, test } from 'vitest';

import { teamActions } from './team-actions.ts';

const none = { renameReason: undefined, deleteReason: undefined, leaveReason: undefined };

test('an admin does everything', () => {
  expect(teamActions(teamContexts.admin)).toEqual(none);
});

test('a member leaves, and is told that the rest takes an admin', () => {
  expect(teamActions(teamContexts.member)).toEqual({
    ...none,
    renameReason: 'Requires admin permissions',
    deleteReason: 'Requires admin permissions',
  });
});

test('a superuser who is not in the team has nothing to leave', () => {
  const { leaveReason, ...rest } = teamActions(teamContexts.superuser);
  expect(rest).toEqual({ renameReason: undefined, deleteReason: undefined });
  expect(leaveReason).toBeDefined();
});
