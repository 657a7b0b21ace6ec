// Account emails: verification links, password links, notices.
import { fullName } from '@wentwell/contract/accounts/users';
import { limits } from '@wentwell/contract/limits';

import type { Email } from '#server/platform/mail/email';

/** Only name characters. A dot must end a word, so that mail programs do not turn the name into a link. */
const plainName = /^(?:[\p{L}\p{M}'’ -]|\.(?= |$)){1,60}$/u;

/** Strangers can register any address, so the email omits names that could carry a link, address or number. */
function registrantName(registration: { firstName: string; lastName: string }): string {
  const name = fullName({ first_name: registration.firstName, last_name: registration.lastName });
  return plainName.test(name) ? `Someone who gave the name “${name}”` : 'Someone';
}

/** Lists each registration with its time, and explains what to do if it was not the reader's. */
export function verificationEmail(link: {
  to: string;
  token: string;
  redirect: string | undefined;
  /** Oldest first. */
  registrations: readonly { firstName: string; lastName: string; createdAt: Date }[];
}): Email {
  const { to, token, redirect, registrations } = link;
  const newest = registrations.at(-1);
  const several = registrations.length > 1;
  const query = new URLSearchParams(redirect === undefined ? { token } : { token, redirect });
  return {
    to,
    subject: 'Verify your email address for Wentwell',
    title: 'Verify your email address',
    paragraphs: [
      ...(newest
        ? [
            `${registrantName(newest)} registered at Wentwell with this address on ${newest.createdAt.toUTCString()}.`,
          ]
        : []),
      ...(several
        ? [
            'This address was registered more than once. The link below asks for the password of your own registration and discards the others.',
          ]
        : ['If that was you, confirm your address with the link below. Then you can log in.']),
      'The link works once and expires in 24 hours.',
      'If it was not you, do not open the link. Without it, nobody can log in with your address. If you want an account, register yourself with your own password.',
    ],
    linkMaxAge: limits.verificationMaxAge,
    button: { label: 'Verify email', path: `/verify?${query.toString()}` },
    reason:
      'Someone registered at Wentwell with this address. If it was not you, ignore this email: without the link, the account stays closed.',
  };
}

export function resetPath(token: string): `/${string}` {
  return `/reset-password?${new URLSearchParams({ token }).toString()}`;
}

export function resetEmail(to: string, token: string): Email {
  return {
    to,
    subject: 'Set a new password for Wentwell',
    title: 'Set a new password',
    paragraphs: [
      'Someone asked for a new password for your Wentwell account. Choose one with the link below.',
      'The link works once and expires in one hour. Older password links no longer work.',
    ],
    button: { label: 'Set a new password', path: resetPath(token) },
    linkMaxAge: limits.passwordResetMaxAge,
    reason:
      'Someone entered this address at Wentwell. If it was not you, ignore this email. Your password stays the same.',
  };
}

/** Sent when an administrator creates an account. */
export function welcomeEmail({ to, token, by }: { to: string; token: string; by: string }): Email {
  return {
    to,
    subject: 'Your Wentwell account',
    title: 'Welcome to Wentwell',
    paragraphs: [
      `${by} has created a Wentwell account for you. Choose your password with the link below, then log in.`,
      'The link works once and expires in 7 days. After that, get a new one with “Forgot password?” on the login page.',
    ],
    button: { label: 'Choose a password', path: resetPath(token) },
    linkMaxAge: limits.invitationMaxAge,
    reason:
      'An administrator of this Wentwell entered this address. If you do not know why, ignore this email. Without the link, nobody can log in.',
  };
}

export function passwordChangedEmail(notice: {
  to: string;
  changedAt: Date;
  ended: 'all sessions' | 'all other sessions';
}): Email {
  const { to, changedAt, ended } = notice;
  return {
    to,
    subject: 'Your Wentwell password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `The password of your Wentwell account was changed on ${changedAt.toUTCString()}, and ${ended} were ended.`,
      'If it was you, there is nothing to do. If not, ask for a new password right away.',
    ],
    button: { label: 'Ask for a new password', path: '/reset-password' },
    reason:
      'You are getting this because your account uses this address. These notices cannot be switched off.',
  };
}

/** Contains the code that links an identity provider's sign-in to the account. */
export function linkCodeEmail(code: {
  to: string;
  code: string;
  providerName: string;
  maxAge: number;
}): Email {
  return {
    to: code.to,
    subject: 'Your code for Wentwell',
    title: `Your code is ${code.code}`,
    paragraphs: [
      `Someone logged in with ${code.providerName} and wants to open your Wentwell account with it. If that is you, enter this code on the page that asks for it.`,
      'The code works once and expires in 15 minutes. Do not share it.',
    ],
    button: null,
    linkMaxAge: code.maxAge,
    reason:
      'Your Wentwell account has this address. If it was not you, ignore this email. Without the code, nothing changes.',
  };
}

export function linkedEmail({ to, providerName }: { to: string; providerName: string }): Email {
  return {
    to,
    subject: 'Your Wentwell account has another way to log in',
    title: 'Another way to log in',
    paragraphs: [
      `Your Wentwell account can now be opened with ${providerName}.`,
      'If it was you, there is nothing to do. If not, unlink it in your profile and tell whoever runs your Wentwell.',
    ],
    button: { label: 'Open your profile', path: '/profile' },
    reason:
      'You are getting this because your account uses this address. These notices cannot be switched off.',
  };
}
