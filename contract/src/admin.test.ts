import { describe, expect, it } from 'vitest';

import { adminPolicy } from './admin.ts';
import { teamContexts } from './testing/team-contexts.ts';

const deleted = { deleted: true, erasing: false };
const living = { deleted: false, erasing: false };

describe('rights in the admin area (A-46, A-91, A-92)', () => {
  it.each([
    ['outsider', 'NOT_FOUND'],
    ['member', 'NOT_FOUND'],
    ['admin', 'NOT_FOUND'],
    ['superuser', 'allowed'],
  ] as const)('%s: look, restore, delete for good: %s', (name, result) => {
    const who = teamContexts[name];
    expect(adminPolicy.use(who)).toBe(result);
    expect(adminPolicy.restore(who, deleted)).toBe(result);
    expect(adminPolicy.deletePermanently(who, deleted)).toBe(result);
  });

  it.each([
    ['admin', 'NOT_FOUND', 'NOT_FOUND'],
    ['superuser', 'NOT_FOUND', 'NOT_SOFT_DELETED'],
  ] as const)(
    '%s, with an existing parent: restore %s, delete for good %s',
    (name, restore, purge) => {
      const who = teamContexts[name];
      expect(adminPolicy.restore(who, living)).toBe(restore);
      expect(adminPolicy.deletePermanently(who, living)).toBe(purge);
    },
  );

  it('an account whose erasure has begun can only be deleted for good', () => {
    const who = teamContexts.superuser;
    const erasing = { deleted: true, erasing: true };
    expect(adminPolicy.restore(who, erasing)).toBe('ERASURE_BEGUN');
    expect(adminPolicy.deletePermanently(who, erasing)).toBe('allowed');
  });
});
