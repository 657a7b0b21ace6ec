import { Invitation } from '@wentwell/contract/teams/invitations';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { teams } from '#server/features/teams/teams.table';
import { fileApp } from '#test/build-test-app';
import { buildTeam } from '#test/factories';
import { api, buildPeople, invite, isIn, mine } from '#test/invitation-scene';

const app = await fileApp();

describe('my invitations', () => {
  it('are the open ones to my address; each is answered once', async () => {
    const { admin, guest, outsider, invitationsPath, team } = await buildPeople(app);
    const other = await buildTeam(app, { name: 'Comet' });
    const otherAt = `${api}/teams/${other.id}/invitations`;
    const one = await invite(app, invitationsPath, { as: admin, to: guest.email.toUpperCase() });
    const two = await invite(app, otherAt, { as: other.admin, to: guest.email });
    await invite(app, invitationsPath, { as: admin, to: 'canary@example.com' });

    const list = await app.get(guest, mine);
    expect(list.body).toEqual([one.invitation, two.invitation]);
    expect(list.headers.get('X-Total-Count')).toBe('2');
    expect((await app.get(outsider, mine)).body).toEqual([]);
    const respond = (to: typeof one, status: string, as = guest) =>
      app.post(as, `${mine}/${to.invitation.id}/respond`, { status });

    expect((await respond(one, 'accepted')).body).toMatchObject({ status: 'accepted' });
    expect((await respond(two, 'rejected')).body).toMatchObject({ status: 'rejected' });
    expect((await respond(two, 'rejected')).problem?.code).toBe('INVITATION_NOT_PENDING');
    expect((await respond(two, 'accepted')).problem?.code).toBe('INVITATION_NOT_PENDING');
    expect((await respond(one, 'rejected')).problem?.code).toBe('INVITATION_NOT_PENDING');
    expect(await isIn(app, team.id, guest)).toBe(true);
    expect(await isIn(app, other.id, guest)).toBe(false);
    expect((await app.get(guest, mine)).body).toEqual([]);
    expect(await app.read(other.admin, otherAt, z.array(Invitation))).toEqual([]);
  });

  it('return with a restored team', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    await invite(app, invitationsPath, { as: admin, to: guest.email });
    await app.delete(admin, `${api}/teams/${team.id}`);
    expect((await app.get(guest, mine)).body).toEqual([]);
    await app.db.update(teams).set({ deletedAt: null });
    expect((await app.get(guest, mine)).body).toHaveLength(1);
  });
});
