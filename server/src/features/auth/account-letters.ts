// The letters about an account's password: the link that sets a new one, and the word that it was changed.
import type { Letter } from '#server/platform/mail/letter';

/** Takes where to and the link's secret; gives the letter that lets its reader set a new password. */
export function resetLetter(to: string, token: string): Letter {
  return {
    to,
    subject: 'Set a new password for Wentwell',
    title: 'Set a new password',
    paragraphs: [
      'Somebody asked for a new password for your Wentwell account. You set it on the page behind this link.',
      'The link works once and expires in one hour. Older links of this kind no longer work.',
    ],
    button: {
      label: 'Set a new password',
      path: `/reset-password?${new URLSearchParams({ token }).toString()}`,
    },
    reason:
      'Somebody entered this address at Wentwell. If it was not you, ignore this letter: your password stays as it is.',
  };
}

/** Takes where to, when it was, and what became of the sessions; gives the notice. */
export function passwordChangedLetter(notice: {
  to: string;
  at: Date;
  ended: 'all sessions' | 'all other sessions';
}): Letter {
  const { to, at, ended } = notice;
  return {
    to,
    subject: 'Your Wentwell password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `The password of your Wentwell account was changed on ${at.toUTCString()}, and ${ended} were ended.`,
      'If it was you, there is nothing to do. If it was not, ask for a new one at once.',
    ],
    button: { label: 'Ask for a new password', path: '/reset-password' },
    reason:
      'You get this because your account has this address; such a notice cannot be switched off.',
  };
}
