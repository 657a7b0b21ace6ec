import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import {
  type InvitedRegistration,
  InvitedSession,
  Verification,
  type VerifyInput,
  type RegisterInput,
  type ResendInput,
  type ResetPasswordInput,
} from '@wentwell/contract/accounts/auth';
import { OwnSession } from '@wentwell/contract/accounts/sessions';
import type { UserUpdate } from '@wentwell/contract/accounts/user-changes';
import { User, Me } from '@wentwell/contract/accounts/users';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { errorText, request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import { forgetRegistration, rememberRegistration } from './own-registrations.ts';
import { useSession } from './session.tsx';

export function useRegister() {
  return useMutation({
    mutationFn: (input: RegisterInput) =>
      request({ path: '/api/v1/auth/register', method: 'POST', body: input, schema: User }),
    onSuccess: (_user, { email }) => rememberRegistration(email),
  });
}

/** Creates the account of a mailed invitation and signs in. */
export function useRegisterInvited() {
  const { enter } = useSession();
  return useMutation({
    mutationFn: async (input: InvitedRegistration) => {
      const session = await request({
        path: '/api/v1/auth/register-invited',
        method: 'POST',
        body: input,
        schema: InvitedSession,
      });
      await enter(session.access_token);
      return session;
    },
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

/** The server requires the password or a recent sign-in, because a session alone is not enough proof. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; password?: string | undefined }) =>
      request({ path: `/api/v1/users/${id}`, method: 'DELETE', body }),
  });
}

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

export function ownSessionsQuery() {
  return readQuery(
    ['own-sessions'],
    { path: '/api/v1/me/sessions', schema: z.array(OwnSession) },
    { refetchOnWindowFocus: true },
  );
}

export function useEndSession() {
  const queries = useQueryClient();
  const { queryKey } = ownSessionsQuery();
  return useMutation({
    mutationFn: (session: OwnSession) =>
      request({ path: `/api/v1/me/sessions/${session.id}`, method: 'DELETE' }),
    onSuccess: async (_, { id }) => {
      toast.success({ title: 'That browser is logged out.', duration: 3000 });
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list?.filter((each) => each.id !== id));
      void queries.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      toast.error({ title: 'Failed to log out that browser', description: errorText(error) });
      void queries.invalidateQueries({ queryKey });
    },
  });
}
