// Vitest setup: unexpected console output and process warnings fail the test that caused them.
// A test that expects output mocks the method:
//   const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
//   … expect(warn).toHaveBeenCalledWith(expect.stringMatching(/why/));
import { format } from 'node:util';

import { afterAll, afterEach } from 'vitest';

const unexpected: string[] = [];

for (const method of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const) {
  console[method] = (...args: unknown[]) =>
    void unexpected.push(`console.${method}: ${format(...args)}`);
}
function noteWarning(warning: Error): void {
  unexpected.push(`warning: ${warning.stack}`);
}
process.on('warning', noteWarning);

function failOnOutput(): void {
  const said = unexpected.splice(0);
  if (said.length > 0) throw new Error(`Unexpected output:\n${said.join('\n')}`);
}

afterEach(failOnOutput);
afterAll(() => {
  // The process may continue with the next file, which adds its own listener.
  process.off('warning', noteWarning);
  failOnOutput();
});
