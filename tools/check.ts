// All static checks.
import { runTool, TOOL } from './run-tool.ts';
import { runSteps, summarise, type Step } from './steps.ts';

const SOURCES = ['contract', 'server', 'web', 'e2e', 'bench', 'reliability', 'tools'];

function step(name: string, ...args: string[]): Step {
  return { name, run: async () => (await runTool(args)) === 0 };
}

export const CHECKS: Step[] = [
  // More than two checkers would check again what they share: a quarter of the CPU time.
  step('Types', TOOL.tsc, '--build', '--checkers', '2'),
  step('Lint', TOOL.oxlint, '--type-aware', '--report-unused-disable-directives'),
  step('Format', TOOL.oxfmt, '--check', '--no-error-on-unmatched-pattern'),
  // dependency-cruiser needs a compiler API that TypeScript 7 removed.
  step(
    'Arrows',
    '--import=./tools/typescript-6.mjs',
    TOOL.arrows,
    '--config=.dependency-cruiser.mjs',
    ...SOURCES,
  ),
  step('Names, sizes, structure', 'tools/structure.ts'),
  step('Citations', 'tools/citations.ts'),
  step('Licences', 'tools/licences.ts'),
  step('Dead code', TOOL.knip, '--no-progress', '--treat-config-hints-as-errors'),
];

if (import.meta.main) {
  const outcomes = await runSteps(CHECKS);
  console.log(summarise(outcomes));
  if (outcomes.some(({ ok }) => !ok)) process.exitCode = 1;
}
