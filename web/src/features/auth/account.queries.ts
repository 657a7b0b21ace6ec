// The calls about one's own account that need no session or change it: register, resend, profile.
import { useMutation } from '@tanstack/react-query';
import type { RegisterInput, ResendInput } from '@wentwell/contract/auth';
import { User, type UserUpdate } from '@wentwell/contract/users';
import type { z } from 'zod';

import { request } from '#web/api/request';

import { useSession } from './session.tsx';

export function useRegister() {
  return useMutation({
    mutationFn: (input: RegisterInput) =>
      request({ path: '/api/v1/auth/register', method: 'POST', body: input, schema: User }),
  });
}

export function useResendVerification() {
  return useMutation({
    mutationFn: (input: z.input<typeof ResendInput>) =>
      request({ path: '/api/v1/auth/resend-verification', method: 'POST', body: input }),
  });
}

export function useUpdateProfile() {
  const { replaceUser } = useSession();
  return useMutation({
    mutationFn: (input: UserUpdate) =>
      request({ path: '/api/v1/users/me', method: 'PATCH', body: input, schema: User }),
    onSuccess: replaceUser,
  });
}
