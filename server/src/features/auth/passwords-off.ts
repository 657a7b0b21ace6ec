// Refuses whatever takes or sets a password when people sign in with the identity provider alone.
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
  // After every onRequest hook: those answer 404 to whoever may not know of the route.
  api.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.passwords) throw new ApiError('PASSWORDS_OFF');
  });
}
