import { describe, expect, it } from 'vitest';

import { teamPolicy } from './teams.ts';
import { me, somebodyElse, teamContexts } from './testing/team-contexts.ts';

describe('rights on teams (A-42)', () => {
  it.each([
    ['outsider', 'NOT_FOUND', 'TEAM_ADMIN_ONLY'],
    ['member', 'allowed', 'TEAM_ADMIN_ONLY'],
    ['admin', 'allowed', 'allowed'],
    ['superuser', 'allowed', 'allowed'],
  ] as const)('%s: see %s, change %s', (name, see, change) => {
    const who = teamContexts[name];
    expect(teamPolicy.see(who)).toBe(see);
    expect(teamPolicy.edit(who)).toBe(change);
    expect(teamPolicy.delete(who)).toBe(change);
    expect(teamPolicy.removeMember(who, somebodyElse)).toBe(change);
    expect(teamPolicy.changeRole(who, somebodyElse)).toBe(change);
  });

  it.each(Object.entries(teamContexts))(
    'nobody removes or promotes themselves: %s',
    (_name, who) => {
      expect(teamPolicy.removeMember(who, me)).toBe('CANNOT_REMOVE_SELF');
      expect(teamPolicy.changeRole(who, me)).toBe('CANNOT_CHANGE_OWN_ROLE');
    },
  );

  it.each([
    ['outsider', 'NOT_FOUND'],
    ['member', 'allowed'],
    ['admin', 'allowed'],
    ['superuser', 'NOT_FOUND'],
  ] as const)('members may leave: %s %s', (name, result) => {
    expect(teamPolicy.leave(teamContexts[name])).toBe(result);
  });
});
