// Applies the automatic fixes of the linter and the formatter.
import { runTool, TOOL } from './run-tool.ts';

const lint = await runTool([TOOL.oxlint, '--type-aware', '--fix']);
const format = await runTool([TOOL.oxfmt, '--no-error-on-unmatched-pattern']);
process.exitCode = lint || format;
