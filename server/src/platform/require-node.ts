// Runs first in each built program. Imports nothing, so that any Node version can run it.
const oldestNode = 24;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  process.stderr.write(
    `Wentwell runs on Node ${oldestNode} or newer; this is ${process.version}. Install it from https://nodejs.org\n`,
  );
  process.exit(1);
}
