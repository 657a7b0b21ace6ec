// Fastify instances besides the API server.
import Fastify from 'fastify';

function refuse(): never {
  throw new Error('the schemas of this server are read by zod alone');
}

/** Fastify would otherwise load its JSON Schema compilers, 0.5 MB that nothing uses. */
export const noJsonSchemaCompilers = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
};

/** A server without validation that does not listen. */
export function bareServer() {
  const server = Fastify({ schemaController: noJsonSchemaCompilers });
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  return server;
}
