// A list of invitations of which one is taken out before the server has agreed, and perhaps put back.
import type { Invitation } from '@wentwell/contract/invitations';

type Listed = Pick<Invitation, 'id'>;

export function withoutInvitation<Each extends Listed>(
  list: readonly Each[],
  invitationId: Each['id'],
): Each[] {
  return list.filter((each) => each.id !== invitationId);
}

/** Puts one back where it stood, as near as the list allows; whatever else changed meanwhile stays changed. */
export function withInvitation<Each extends Listed>(
  list: readonly Each[],
  invitation: Each,
  place: number,
): Each[] {
  if (list.some((each) => each.id === invitation.id)) return [...list];
  return list.toSpliced(Math.max(place, 0), 0, invitation);
}
