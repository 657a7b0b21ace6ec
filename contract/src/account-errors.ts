// Refusals of calls about accounts. Pages show the server's sentences and load none of these.

// The specification names the details that are spelled like codes: its client looks for them (docs/api.md A-22).
export const accountErrors = {
  LOGIN_BAD_CREDENTIALS: [400, 'LOGIN_BAD_CREDENTIALS'],
  LOGIN_USER_NOT_VERIFIED: [400, 'LOGIN_USER_NOT_VERIFIED'],
  REGISTER_USER_ALREADY_EXISTS: [400, 'REGISTER_USER_ALREADY_EXISTS'],
  VERIFY_USER_ALREADY_VERIFIED: [400, 'VERIFY_USER_ALREADY_VERIFIED'],
  VERIFY_USER_BAD_TOKEN: [400, 'VERIFY_USER_BAD_TOKEN'],
  VERIFY_PASSWORD_NEEDED: [400, 'VERIFY_PASSWORD_NEEDED'],
  VERIFY_BAD_PASSWORD: [400, 'VERIFY_BAD_PASSWORD'],
  RESET_PASSWORD_BAD_TOKEN: [400, 'RESET_PASSWORD_BAD_TOKEN'],
  CHANGE_PASSWORD_BAD_CURRENT: [400, 'CHANGE_PASSWORD_BAD_CURRENT'],
  OWN_PASSWORD_NEEDED: [400, 'Please enter your password to delete your account.'],
  OWN_PASSWORD_WRONG: [400, 'That is not your password. Please try again.'],
  OWN_SIGN_IN_NEEDED: [
    400,
    'Please sign out and in again, and delete your account within ten minutes.',
  ],
  PROVIDER_SIGN_IN_GONE: [
    400,
    'This login has expired, was already used, or began in another browser. Please log in again.',
  ],
  PROVIDER_CANCELED: [400, 'You canceled there. Nothing has changed here.'],
  PROVIDER_REFUSED: [400, 'The identity provider did not confirm this login. Please log in again.'],
  LINK_BAD_PASSWORD: [400, 'That is not the password of this account. Please try again.'],
  LINK_BAD_CODE: [400, 'That is not the code from the email. Please try again.'],
  REGISTRATION_OFF: [
    403,
    'Nobody can register here. Ask whoever runs this Wentwell for an account.',
  ],
  REGISTRATION_INVITED_ONLY: [
    403,
    'Only invited people can register here. Ask a team to invite this address.',
  ],
  REGISTRATION_OTHER_DOMAIN: [403, 'Addresses of this domain cannot register here.'],
  PASSWORDS_OFF: [
    403,
    'Passwords are switched off here. Please log in with your organisation’s account.',
  ],
  PROVIDER_EMAIL_UNVERIFIED: [
    403,
    'Your identity provider does not say that your email address is verified, so it opens no account here. Ask whoever runs it.',
  ],
  PROVIDER_OTHER_IDENTITY: [
    403,
    'The account of this address belongs to another sign-in of your identity provider. Ask whoever runs this Wentwell.',
  ],
  PROVIDER_ACCOUNT_CLOSED: [
    403,
    'Your account here is closed. Ask whoever runs this Wentwell to open it again.',
  ],
  LAST_WAY_IN: [409, 'This is your only way to log in. Set a password first.'],
  PROVIDER_UNAVAILABLE: [
    503,
    'The identity provider cannot be reached at the moment. Please try again in a minute.',
  ],
} as const;
