// Thanks in exports and in the report.
import { z } from 'zod';

import { ThanksInput, thanksPerBoard } from '../board/thanks.ts';
import { escaped, indented } from '../text/markdown-text.ts';
import { type ExportPart, LocalId, type Place } from './export-part.ts';

const shape = {
  thanks: z
    .array(z.object({ from: LocalId, to: LocalId, text: ThanksInput.shape.text }))
    .max(thanksPerBoard)
    .default([]),
};

export const thanksExport: ExportPart<typeof shape> = {
  shape,
  ofBoard: ({ thanks }, person) => ({
    thanks: thanks.map(({ user_id, to_user_id, text }) => ({
      from: person(user_id),
      to: person(to_user_id),
      text,
    })),
  }),
  list: { field: 'thanks', max: thanksPerBoard, people: 2 },
  peopleIn: ({ thanks }) =>
    thanks.flatMap(({ from, to }, at): [string, Place][] => [
      [from, ['thanks', at, 'from']],
      [to, ['thanks', at, 'to']],
    ]),
  rows: ({ thanks }, nameOf) =>
    thanks.map(({ from, to, text }) => ({
      kind: 'thanks',
      text,
      author: nameOf(from),
      assignee: nameOf(to),
    })),
  title: 'Thanks',
  lines: ({ thanks }, nameOf) =>
    thanks.map(({ user_id, to_user_id, text }) => {
      const [from, to] = [user_id, to_user_id].map((id) => escaped(nameOf(id)));
      return `- To **${to}**, from ${from}: ${indented(text)}`;
    }),
  isAboutPeople: true,
};
