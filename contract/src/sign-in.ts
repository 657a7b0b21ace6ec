// Signing in by a password or by OpenID Connect. Few pages load the rules for new passwords (auth.ts).
import { z } from 'zod';

import { IdentityId } from './ids.ts';
import { SessionToken } from './sessions.ts';
import { Timestamp } from './text.ts';

/** `invite`: invited addresses only. `domains`: addresses of one of the domains, invited or not. `off`: none. */
export const RegistrationMode = z.enum(['open', 'invite', 'domains', 'off']);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** `domains` is empty in all modes but that. */
export const RegistrationRule = z.object({
  mode: RegistrationMode,
  domains: z.array(z.string()).readonly(),
});
export type RegistrationRule = z.infer<typeof RegistrationRule>;

/** Tells whom to ask for an account; null where everybody may register. */
export function whoMayRegister({ mode, domains }: RegistrationRule): string | null {
  switch (mode) {
    case 'open':
      return null;
    case 'invite':
      return 'For invited people. Ask a colleague who is here to invite you.';
    case 'domains':
      return `For addresses of ${domains.join(' or ')}.`;
    case 'off':
      return 'Nobody can register here. Ask whoever runs this Wentwell for an account.';
  }
}

export const SignInWay = z.enum(['password', 'provider']);
export type SignInWay = z.infer<typeof SignInWay>;

/** The ways in that a visitor has. A server of an older version knows passwords alone. */
export const SignInOptions = RegistrationRule.extend({
  ways: z.array(SignInWay).default(['password']),
  /** The identity provider's name; null where there is none. */
  provider_name: z.string().nullable().default(null),
  /** How long what was deleted is kept before it goes for good; null: forever. Absent where an older node answers. */
  keep_deleted_days: z.number().int().nullable().optional(),
});
export type SignInOptions = z.infer<typeof SignInOptions>;

const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
const Secret = z.string().min(1).max(200);

/** `secret` proves on return that the browser is the one that left. */
export const ProviderSignIn = z.object({ authorization_url: z.string(), secret: z.string() });
export type ProviderSignIn = z.infer<typeof ProviderSignIn>;

/** The query with which the provider sent the browser back, without its question mark. */
export const ProviderReturnInput = z
  .object({ secret: Secret, query: z.string().max(8192) })
  .meta({ examples: [{ secret, query: 'code=kU9x&state=3jXa' }] });
export type ProviderReturnInput = z.infer<typeof ProviderReturnInput>;

/** `confirm`: the owner of the existing account proves it by its password or by a mailed code. */
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

/** Somebody at an identity provider, linked with an account. */
export const Identity = z.object({
  id: IdentityId,
  /** The provider's name, or its host where it is not the one in use. */
  provider: z.string(),
  /** The address that the provider told at the last sign-in; empty where it told none. */
  email: z.string(),
  linked_at: Timestamp,
  last_used_at: Timestamp,
});
export type Identity = z.infer<typeof Identity>;

export const OwnSignIn = z.object({ ways: z.array(SignInWay), identities: z.array(Identity) });
export type OwnSignIn = z.infer<typeof OwnSignIn>;
