// Apart from the other messages of signing in, which come with their pages.

/** The error where the login response has no token; shown unchanged. */
export const noAccessToken = 'Login failed: No access token received';
