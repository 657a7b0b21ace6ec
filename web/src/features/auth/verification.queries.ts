// The calls of a verification link: inspecting it, and verifying the address.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Verification, type VerifyInput } from '@wentwell/contract/auth';
import { User } from '@wentwell/contract/users';

import { request } from '#web/api/request';

import { forgetRegistration } from './own-registrations.ts';

/** Inspects a link without using it up. */
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

export function useVerify() {
  return useMutation({
    mutationFn: (input: VerifyInput) =>
      request({ path: '/api/v1/auth/verify', method: 'POST', body: input, schema: User }),
    onSuccess: ({ email }) => forgetRegistration(email),
  });
}
