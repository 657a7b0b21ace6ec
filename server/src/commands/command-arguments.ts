// How the project's commands read their arguments, and answer --help, --version and what they do not understand.
import { programName } from '#server/platform/program-version';

/** The command was called in a way that its usage does not say. The message may be empty: the usage follows it. */
export class Misunderstood extends Error {}

/** `parseArgs` adds advice for a shell in a second sentence, or no full stop. */
function firstSentence(message: string): string {
  const [first = ''] = message.split('. ');
  return first === '' || first.endsWith('.') ? first : `${first}.`;
}

/**
 * Runs the work with the arguments that `read` returns. `--help` and `--version` print and do nothing else. Where `read`
 * throws, its reason and the usage go to the standard error, with exit code 2.
 */
export async function runWithArguments<T>(
  usage: string,
  read: () => T,
  work: (given: T) => Promise<void>,
): Promise<void> {
  if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  if (process.argv.includes('--version')) {
    process.stdout.write(`Wentwell ${programName}\n`);
    return;
  }
  let given: T;
  try {
    given = read();
  } catch (error) {
    const reason = error instanceof Error ? firstSentence(error.message) : String(error);
    process.stderr.write(`${reason === '' ? '' : `${reason}\n`}${usage}\n`);
    process.exitCode = 2;
    return;
  }
  await work(given);
}
