// Whether the person who looks may cancel an invitation, and why not.
import { describeError } from '@wentwell/contract/errors';
import { UserId } from '@wentwell/contract/ids';
import { type Invitation, invitationPolicy } from '@wentwell/contract/invitations';
import type { Standing } from '@wentwell/contract/teams';

// The list tells the sender's address, the policy asks for an id: this one is nobody's.
const somebodyElse = UserId.parse('00000000-0000-0000-0000-000000000000');

/** Takes who looks, their address and an invitation; gives why it cannot be cancelled, undefined where it can. */
export function cancelReason(
  who: Standing,
  myEmail: string,
  invitation: Pick<Invitation, 'inviting_user'>,
): string | undefined {
  const isMine = invitation.inviting_user.email.toLowerCase() === myEmail.toLowerCase();
  const verdict = invitationPolicy.cancel(who, { sender_id: isMine ? who.userId : somebodyElse });
  return verdict === 'allowed' ? undefined : describeError(verdict).detail;
}
