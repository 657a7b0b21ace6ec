// What a visitor may do here, and the way there and back with the identity provider.
import { queryOptions } from '@tanstack/react-query';
import { SignInOptions } from '@wentwell/contract/sign-in';

import { request } from '#web/api/request';

/** Who may register, and how people sign in. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['registration'],
  queryFn: ({ signal }) =>
    request({ path: '/api/v1/auth/registration', schema: SignInOptions, signal }),
  staleTime: Infinity,
});
