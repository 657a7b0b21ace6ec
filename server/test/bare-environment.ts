// The environment of a process that a test starts: no setting of the shell that the tests run in.
const { PATH, NODE_COMPILE_CACHE } = process.env;

export const bareEnvironment = { PATH, NODE_COMPILE_CACHE };
