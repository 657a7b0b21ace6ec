// Where people sign in with the identity provider alone, whatever takes or sets a password is refused.
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a password, sets one, or leads to one. */
    passwords?: boolean;
  }
}

/** Call before the routes are registered. */
export function refusePasswords(api: Api): void {
  api.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.passwords) throw new ApiError('PASSWORDS_OFF');
  });
}
