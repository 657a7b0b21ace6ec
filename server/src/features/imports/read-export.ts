// Validates an exported meeting in slices. A full file in one go would block the event loop for more than 100 ms.
import { setImmediate } from 'node:timers/promises';

import { exportRules } from '@wentwell/contract/exports/export-rules';
import { ExportShape } from '@wentwell/contract/exports/export-shape';
import { ExportSizes, type MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { z } from 'zod';

import { ApiError } from '#server/platform/http/api-error';

const elementsPerSlice = 250;
const errorsMax = 50;

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message' | 'code'>;

const { shape } = ExportShape;
const Head = ExportShape.omit({
  people: true,
  notes: true,
  groups: true,
  votes: true,
  comments: true,
  reactions: true,
  actions: true,
});
const Fields = z.record(z.string(), z.unknown());

function refuse(issues: readonly Issue[]): never {
  const errors = issues.slice(0, errorsMax).map(({ path, message, code }) => ({
    loc: ['body', ...path.map(String)],
    msg: message,
    type: code,
  }));
  throw new ApiError('VALIDATION', {}, { errors });
}

/** Throws VALIDATION with the first invalid element of each list. */
export async function readExport(body: unknown): Promise<MeetingExport> {
  const sizes = ExportSizes.safeParse(body);
  if (!sizes.success) refuse(sizes.error.issues.slice(0, 1));
  const issues: Issue[] = [];
  const head = Head.safeParse(body);
  if (!head.success) issues.push(...head.error.issues);
  const fields = Fields.safeParse(body).data ?? {};

  async function readList<Element extends z.ZodType>(
    name: string,
    schema: z.ZodArray<Element>,
  ): Promise<z.output<Element>[]> {
    const given = z.array(z.unknown()).safeParse(fields[name]);
    if (!given.success) {
      issues.push(
        ...given.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
      );
      return [];
    }
    const elements: z.output<Element>[] = [];
    for (const [at, element] of given.data.entries()) {
      const { data, error } = schema.element.safeParse(element);
      if (error) {
        // Stop at the first invalid element. Reporting thousands would block other requests.
        issues.push(
          ...error.issues.map((issue) => ({ ...issue, path: [name, at, ...issue.path] })),
        );
        break;
      }
      elements.push(data);
      if (at % elementsPerSlice === elementsPerSlice - 1) await setImmediate();
    }
    return elements;
  }

  const lists = {
    people: await readList('people', shape.people),
    notes: await readList('notes', shape.notes),
    groups: await readList('groups', shape.groups),
    votes: await readList('votes', shape.votes),
    comments: await readList('comments', shape.comments),
    reactions: await readList('reactions', shape.reactions),
    actions: await readList('actions', shape.actions),
  };
  if (!head.success || issues.length > 0) refuse(issues);
  const file = { ...head.data, ...lists };
  for (const rule of exportRules) {
    await setImmediate();
    rule(file, (path, message) => issues.push({ path, message, code: 'custom' }));
  }
  if (issues.length > 0) refuse(issues);
  return file;
}
