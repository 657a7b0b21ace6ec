// Handles signals before loading the product. An unhandled signal would exit with a nonzero code.
const stopping = new AbortController();

// A closed terminal sends SIGHUP. The database runs in its own session and would keep running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopping.abort());
}

if (process.argv.includes('--version')) {
  const { programName } = await import('./platform/program-version.ts');
  process.stdout.write(`Wentwell ${programName}\n`);
} else {
  const { runProduct } = await import('./run-product.ts');
  await runProduct(process.env, stopping.signal);
}
