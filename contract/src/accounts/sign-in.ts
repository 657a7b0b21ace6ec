// Signing in with a password or OpenID Connect. Separate from auth.ts, whose rules for new passwords only a few pages
// load.
import { z } from 'zod';

import { IdentityId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';
import { SessionToken } from './sessions.ts';

/** `invite`: only invited addresses. `domains`: addresses of these domains, invited or not. `off`: no registration. */
export const RegistrationMode = z.enum(['open', 'invite', 'domains', 'off']);

/** `domains` is empty in all other modes. */
export const RegistrationRule = z.object({
  mode: RegistrationMode,
  domains: z.array(z.string()).readonly(),
});
export type RegistrationRule = z.infer<typeof RegistrationRule>;

/** A hint about getting an account. Null if anybody may register. */
export function whoMayRegister({ mode, domains }: RegistrationRule): string | null {
  switch (mode) {
    case 'open':
      return null;
    case 'invite':
      return 'By invitation only. Ask a colleague to invite you.';
    case 'domains':
      return `Only for addresses at ${domains.join(' or ')}.`;
    case 'off':
      return 'Registration is closed. Ask whoever runs this Wentwell for an account.';
  }
}

export const SignInWay = z.enum(['password', 'provider']);
export type SignInWay = z.infer<typeof SignInWay>;

/** The available sign-in methods. Servers of earlier versions only support passwords. */
export const SignInOptions = RegistrationRule.extend({
  ways: z.array(SignInWay).default(['password']),
  /** Null if no identity provider is configured. */
  provider_name: z.string().nullable().default(null),
  /** Days until deleted data is erased; null: never. Nodes of earlier versions omit the field. */
  keep_deleted_days: z.number().int().nullable().optional(),
});
export type SignInOptions = z.infer<typeof SignInOptions>;

const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
const Secret = z.string().min(1).max(200);

/** `secret` proves that the browser that returns is the one that started. */
export const ProviderSignIn = z.object({ authorization_url: z.string(), secret: z.string() });
export type ProviderSignIn = z.infer<typeof ProviderSignIn>;

/** The query string of the provider's redirect, without the question mark. */
export const ProviderReturnInput = z
  .object({ secret: Secret, query: z.string().max(8192) })
  .meta({ examples: [{ secret, query: 'code=kU9x&state=3jXa' }] });

/** `confirm`: the owner of the existing account must enter its password or a mailed code. */
export const ProviderReturn = z.discriminatedUnion('status', [
  z.object({ status: z.literal('signed_in'), session: SessionToken }),
  z.object({
    status: z.literal('confirm'),
    by: z.enum(['password', 'code']),
    email: z.string(),
    token: z.string(),
  }),
]);
export type ProviderReturn = z.infer<typeof ProviderReturn>;

export const ConfirmLinkInput = z
  .object({ token: Secret, proof: z.string().min(1).max(1024) })
  .meta({ examples: [{ token: secret, proof: 'correct Horse 7' }] });
export type ConfirmLinkInput = z.infer<typeof ConfirmLinkInput>;

/** An identity-provider user that is linked to an account. */
export const Identity = z.object({
  id: IdentityId,
  /** The provider's name, or its host if it is not the configured one. */
  provider: z.string(),
  /** The address from the provider at the last sign-in. Empty if it sent none. */
  email: z.string(),
  linked_at: Timestamp,
  last_used_at: Timestamp,
});
export type Identity = z.infer<typeof Identity>;

export const OwnSignIn = z.object({ ways: z.array(SignInWay), identities: z.array(Identity) });
export type OwnSignIn = z.infer<typeof OwnSignIn>;
