// The environment of a test's process, without the shell's settings.
const { PATH, NODE_COMPILE_CACHE } = process.env;

export const bareEnvironment = { PATH, NODE_COMPILE_CACHE };
