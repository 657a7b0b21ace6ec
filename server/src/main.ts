// Listens for signals before it loads the product, because an unheard signal exits with another code than 0.
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
