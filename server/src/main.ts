// The process. It hears signals before it loads the product: loading takes seconds on a busy machine, and a signal that
// nobody hears would end the process with another code than 0.
const stopping = new AbortController();

// SIGHUP is a terminal that is closed: the database runs in a session of its own and would be left behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping.abort();
  });
}

if (process.argv.includes('--version')) {
  const { programName } = await import('./platform/program-version.ts');
  process.stdout.write(`Wentwell ${programName}\n`);
} else {
  const { runProduct } = await import('./run-product.ts');
  await runProduct(process.env, stopping.signal);
}
