// Errors of account calls. Pages show the server's sentences, so they do not load this table.
import { withStatus } from '../api/problem-status.ts';

// Details spelled like codes are required by the specification, and clients match on them (docs/api.md A-22).
export const accountErrors = {
  ...withStatus(400, {
    LOGIN_BAD_CREDENTIALS: 'LOGIN_BAD_CREDENTIALS',
    LOGIN_USER_NOT_VERIFIED: 'LOGIN_USER_NOT_VERIFIED',
    REGISTER_USER_ALREADY_EXISTS: 'REGISTER_USER_ALREADY_EXISTS',
    VERIFY_USER_ALREADY_VERIFIED: 'VERIFY_USER_ALREADY_VERIFIED',
    VERIFY_USER_BAD_TOKEN: 'VERIFY_USER_BAD_TOKEN',
    VERIFY_PASSWORD_NEEDED: 'VERIFY_PASSWORD_NEEDED',
    VERIFY_BAD_PASSWORD: 'VERIFY_BAD_PASSWORD',
    RESET_PASSWORD_BAD_TOKEN: 'RESET_PASSWORD_BAD_TOKEN',
    CHANGE_PASSWORD_BAD_CURRENT: 'CHANGE_PASSWORD_BAD_CURRENT',
    OWN_PASSWORD_NEEDED: 'Please enter your password to delete your account.',
    OWN_PASSWORD_WRONG: 'That is not your password. Please try again.',
    OWN_SIGN_IN_NEEDED:
      'Please log out and log in again, then delete your account within ten minutes.',
    PROVIDER_SIGN_IN_GONE:
      'This login has expired, was already used, or was started in another browser. Please log in again.',
    PROVIDER_CANCELED: 'You canceled the login at your identity provider. Nothing has changed.',
    PROVIDER_REFUSED: 'The identity provider did not confirm this login. Please log in again.',
    LINK_BAD_PASSWORD: 'That is not the password of this account. Please try again.',
    LINK_BAD_CODE: 'That is not the code from the email. Please try again.',
  }),
  ...withStatus(403, {
    REGISTRATION_OFF: 'Registration is closed. Ask whoever runs this Wentwell for an account.',
    REGISTRATION_INVITED_ONLY:
      'Only invited people can register here. Ask a team to invite this address.',
    REGISTRATION_OTHER_DOMAIN: 'Addresses at this domain cannot register here.',
    PASSWORDS_OFF:
      "Passwords are switched off here. Please log in with your organisation's account.",
    PROVIDER_EMAIL_UNVERIFIED:
      'Your identity provider has not verified your email address, so you cannot log in with it. Ask its administrator.',
    PROVIDER_OTHER_IDENTITY:
      'The account with this address is linked to another user of your identity provider. Ask whoever runs this Wentwell.',
    PROVIDER_ACCOUNT_CLOSED:
      'Your account here is closed. Ask whoever runs this Wentwell to open it again.',
  }),
  ...withStatus(409, {
    LAST_WAY_IN: 'This is your only way to log in. Set a password first.',
  }),
  ...withStatus(503, {
    PROVIDER_UNAVAILABLE:
      'The identity provider cannot be reached at the moment. Please try again in a minute.',
  }),
};
