// Checks the bytes that the browser loads before a screen is usable against budgets (docs/design.md D-51). Run after a
// build: node bench/site-size.ts
import { siteScripts } from './site-scripts.ts';

const rows = [
  { what: 'JS on the landing page, gzip', budget: 4, now: siteScripts.landing },
  { what: 'JS to an interactive board, gzip', budget: 205, now: siteScripts.board },
  { what: 'the same, as sent', budget: 180, now: siteScripts.boardAsSent },
  { what: 'its files', budget: 7, now: siteScripts.boardFiles, unit: 'files' },
  {
    what: 'the dashboard without its data, as sent',
    budget: 195,
    now: siteScripts.dashboardAsSent,
  },
  { what: 'the sign-in page, as sent', budget: 179, now: siteScripts.loginAsSent },
  { what: 'CSS, gzip', budget: 34.9, now: siteScripts.styles },
];
for (const { what, budget, now, unit = 'KB' } of rows) {
  const result = now <= budget ? 'within' : 'OVER';
  if (now > budget) process.exitCode = 1;
  const shown = unit === 'KB' ? now.toFixed(1) : String(now);
  process.stdout.write(`${what}: ${shown} ${unit}, ${result} ${budget} ${unit}\n`);
}
