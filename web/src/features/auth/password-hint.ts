/** What a new password must be, in the words of the registration; told wherever one is chosen. */
export const passwordHint =
  'Password must be at least 8 characters with uppercase, lowercase, and number';
