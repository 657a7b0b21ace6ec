// Servers of the framework for what is no route of the API's own server.
import Fastify from 'fastify';

function refuse(): never {
  throw new Error('the schemas of this server are read by zod alone');
}

/** The framework would load compilers of its own for JSON Schema: 0.5 MB that nothing here uses. */
export const noOtherCompilers = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
};

/** One that checks nothing and listens nowhere. */
export function bareServer() {
  const server = Fastify({ schemaController: noOtherCompilers });
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  return server;
}
