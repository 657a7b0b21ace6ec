// The mail that carries an invitation's link. Its secret is written here and in the answer to the sender alone.
import { limits } from '@wentwell/contract/limits';

import type { Email } from '#server/platform/mail/email';
import { nameInMail } from '#server/platform/mail/email';

const days = limits.invitationMaxAge / (24 * 60 * 60 * 1000);

/** The page of an invitation; whoever holds its address sees what the page shows. */
export function invitationPath(token: string): `/${string}` {
  return `/invitations/${encodeURIComponent(token)}`;
}

export function invitationEmail(invitation: {
  to: string;
  inviter: { name: string; email: string };
  teamName: string;
  token: string;
}): Email {
  const { to, token } = invitation;
  const inviter = nameInMail(invitation.inviter.name);
  const teamName = nameInMail(invitation.teamName);
  return {
    to,
    subject: `${inviter} invited you to the team ${teamName} on Wentwell`,
    title: `Join the team ${teamName}`,
    paragraphs: [
      `${inviter} (${invitation.inviter.email}) invited you to the team “${teamName}” on Wentwell, where it runs its meetings and retrospectives.`,
      `You join by accepting on the page behind this link, logged in with this email address. The link expires in ${days} days.`,
    ],
    kind: 'invitation',
    linkMaxAge: limits.invitationMaxAge,
    button: { label: 'See the invitation', path: invitationPath(token) },
    reason: `${inviter} (${invitation.inviter.email}) entered this address at Wentwell. If you do not know them, ignore this email: nobody joins anything without accepting.`,
  };
}
