// The calls about the user's own account: registration, verification email, profile and password.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type RegisterInput,
  type ResendInput,
  type ResetPasswordInput,
} from '@wentwell/contract/auth';
import type { UserUpdate } from '@wentwell/contract/user-changes';
import { Me, User } from '@wentwell/contract/users';
import type { z } from 'zod';

import { request } from '#web/api/request';

import { rememberRegistration } from './own-registrations.ts';
import { ownSessionsQuery } from './own-sessions.queries.ts';
import { useSession } from './session.tsx';

export function useRegister() {
  return useMutation({
    mutationFn: (input: RegisterInput) =>
      request({ path: '/api/v1/auth/register', method: 'POST', body: input, schema: User }),
    onSuccess: (_user, { email }) => rememberRegistration(email),
  });
}

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

/** Ends all other sessions of the user; this browser stays signed in. */
export function useChangePassword() {
  const { changePassword } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: changePassword,
    onSuccess: () => void queries.invalidateQueries(ownSessionsQuery()),
  });
}

/** The response never reveals whether the address has an account. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) =>
      request({ path: '/api/v1/auth/forgot-password', method: 'POST', body: { email } }),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (input: ResetPasswordInput) =>
      request({ path: '/api/v1/auth/reset-password', method: 'POST', body: input }),
  });
}

/** The server requires the password or a new sign-in, because an open session alone must not be enough. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; password?: string | undefined }) =>
      request({ path: `/api/v1/users/${id}`, method: 'DELETE', body }),
  });
}
