import { useMutation } from '@tanstack/react-query';
import type { ResendInput } from '@wentwell/contract/accounts/auth';
import { OwnSession } from '@wentwell/contract/accounts/sessions';
import type { UserUpdate } from '@wentwell/contract/accounts/user-changes';
import { Me } from '@wentwell/contract/accounts/users';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';

import { rememberRegistration } from './own-registrations.ts';
import { useSession } from './session.tsx';

export function useResendVerification() {
  return useMutation({
    mutationFn: (input: z.input<typeof ResendInput>) =>
      request({ path: '/api/v1/auth/resend-verification', method: 'POST', body: input }),
    onSuccess: (_answer, { email }) => rememberRegistration(email),
  });
}

export function useUpdateProfile() {
  const { replaceUser } = useSession();
  return useMutation({
    mutationFn: (input: UserUpdate) =>
      request({ path: '/api/v1/users/me', method: 'PATCH', body: input, schema: Me }),
    onSuccess: replaceUser,
  });
}

export function ownSessionsQuery() {
  return readQuery(
    ['own-sessions'],
    { path: '/api/v1/me/sessions', schema: z.array(OwnSession) },
    { refetchOnWindowFocus: true },
  );
}
