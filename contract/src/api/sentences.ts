// Messages for violations whose schema defines none, so that Zod's own wording never reaches users.
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The field's path as in the request, `settings.hide_notes`. Empty for the whole input. */
function fieldOf({ path }: Issue): string {
  return path?.map(String).join('.') ?? '';
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  null: 'empty',
};

const formats: Record<string, string> = {
  datetime: 'must be a date and time such as 2026-03-14T09:00:00Z',
  email: 'must be an email address',
  uuid: 'must be an id',
};

function listed(values: readonly unknown[]): string {
  return values.map(String).join(', ');
}

function bound(kind: 'least' | 'most', amount: number | bigint, origin: string): string {
  if (origin === 'string') return `must be at ${kind} ${amount} characters long`;
  if (origin === 'array') {
    return `must have at ${kind} ${amount} ${Number(amount) === 1 ? 'entry' : 'entries'}`;
  }
  return `must be at ${kind} ${amount}`;
}

function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${kinds[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${listed(issue.values)}`
        : `must be one of ${listed(issue.values)}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return bound('least', issue.minimum, issue.origin);
    case 'too_big':
      return bound('most', issue.maximum, issue.origin);
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong format';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${listed(issue.keys)}`;
    default:
      return 'is not valid';
  }
}

/** With one message for every violation, given once, which has the full range. */
export function wholeNumber(min: number, max: number) {
  const range = max >= Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
  const error = (issue: Issue) =>
    `${fieldOf(issue) || 'The value'} must be a whole number${range}.`;
  return z.number({ error }).int({ error, abort: true }).min(min, { error }).max(max, { error });
}

/** Sets these messages as defaults for all schemas in this process. */
export function installSentences(): void {
  z.config({
    customError: (issue) => `${fieldOf(issue) || 'The request'} ${describeIssue(issue)}.`,
  });
}
