// Runs named steps, each under a heading. A failure does not stop the next ones.

export type Step = { name: string; run: () => Promise<boolean> };
export type Outcome = { name: string; ok: boolean; seconds: number };

export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of steps) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`);
    const begun = performance.now();
    const ok = await run();
    outcomes.push({ name, ok, seconds: (performance.now() - begun) / 1000 });
  }
  return outcomes;
}

/** Runs steps in parallel. All but one must buffer their output. */
export async function runTogether(steps: Step[]): Promise<Outcome[]> {
  return (await Promise.all(steps.map((step) => runSteps([step])))).flat();
}

export function summarise(outcomes: Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map(
    ({ name, ok, seconds }) =>
      `${ok ? '✔' : '✘'} ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s`,
  );
  return `\n── Summary ${'─'.repeat(53)}\n${lines.join('\n')}`;
}
