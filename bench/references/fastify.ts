// Serves the given texts at the given paths with bare Fastify.
import { fastify } from 'fastify';
import { z } from 'zod';

import { answerPort, takeSetup } from './start.ts';

const Routes = z.array(z.object({ path: z.string(), type: z.string(), text: z.string() }));
const Setup = z.object({ routes: Routes });

const { routes } = Setup.parse(await takeSetup());
const app = fastify();
for (const { path, type, text } of routes) {
  app.get(path, (_, reply) => reply.header('content-type', type).send(text));
}
await app.listen({ port: 0, host: '127.0.0.1' });
answerPort(app.server.address());
