// Removes an invitation from a list optimistically, and restores it after a failure.
import type { Invitation } from '@wentwell/contract/teams/invitations';

type Listed = Pick<Invitation, 'id'>;

export function withoutInvitation<Each extends Listed>(
  list: readonly Each[],
  invitationId: Each['id'],
): Each[] {
  return list.filter((each) => each.id !== invitationId);
}

/** Restores an item as close as possible to its former place, keeping all later changes of the list. */
export function withInvitation<Each extends Listed>(
  list: readonly Each[],
  invitation: Each,
  place: number,
): Each[] {
  if (list.some((each) => each.id === invitation.id)) return [...list];
  return list.toSpliced(Math.max(place, 0), 0, invitation);
}
