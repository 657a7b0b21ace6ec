/** The rule for new passwords, shown wherever one is chosen. */
export const passwordHint =
  'Password must be at least 8 characters with uppercase, lowercase, and number';
