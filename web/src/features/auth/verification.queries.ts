// The calls behind the link of the verification mail: what it is about, and verifying by it.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Verification, type VerifyInput } from '@wentwell/contract/auth';
import { User } from '@wentwell/contract/users';

import { request } from '#web/api/request';

import { forgetRegistration } from './own-registrations.ts';

/** What a link is about. It spends nothing, whoever opens the page. */
export function useVerification(token: string) {
  return useQuery({
    queryKey: ['verification', token],
    queryFn: ({ signal }) =>
      request({
        path: '/api/v1/auth/verification',
        method: 'POST',
        body: { token },
        schema: Verification,
        signal,
      }),
    retry: false,
    staleTime: Infinity,
  });
}

/** Verifies the address of a link. */
export function useVerify() {
  return useMutation({
    mutationFn: (input: VerifyInput) =>
      request({ path: '/api/v1/auth/verify', method: 'POST', body: input, schema: User }),
    onSuccess: ({ email }) => forgetRegistration(email),
  });
}
