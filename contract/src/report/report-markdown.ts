// The report as Markdown for wikis and chats.
import { type Action, unassignedLabel } from '../actions/actions.ts';
import { totalText } from '../discussion/votes.ts';
import { type BesideBoard, exportParts } from '../exports/export-parts.ts';
import type { UserId } from '../ids.ts';
import { markOf } from '../notes/comments.ts';
import { escaped, indented } from '../text/markdown-text.ts';
import { sourceOfSummary } from './ai-summary.ts';
import {
  agreedFacts,
  countText,
  durationText,
  type MeetingReport,
  type ReportTopic,
  type TimeZone,
  whenText,
} from './meeting-report.ts';

export interface ReportNames {
  nameOf: (userId: UserId) => string;
  /** Null if unknown. */
  teamName: string | null;
  /** Undefined: the browser's time zone. */
  zone?: TimeZone;
  /** The number of notes omitted because they are face down for the reader. */
  hiddenNotes?: number;
  beside?: BesideBoard;
  /** For AI services: without sections about people. */
  isForAiService?: boolean;
}

/** An account, or an author of an imported meeting. */
interface Author {
  author_id: UserId | null;
  author_name?: string | undefined;
}

interface Writing {
  names: ReportNames;
  /** Returns '' if the author is unknown. */
  nameOf: (by: Author, text: (name: string) => string) => string;
}

export function reportMarkdown(report: MeetingReport, names: ReportNames): string {
  const { meeting, topics, notDiscussed, actions, actionNotes, wasDiscussed } = report;
  const { hiddenNotes = 0, beside = {} } = names;
  const writing: Writing = {
    names,
    nameOf: (by, text) => {
      const name = by.author_id === null ? by.author_name : names.nameOf(by.author_id);
      return name === undefined ? '' : text(escaped(name));
    },
  };
  const facts = [
    names.teamName === null ? '' : escaped(names.teamName),
    whenText(meeting, names.zone),
    `Led by ${escaped(names.nameOf(meeting.owner_id))}`,
  ];
  const sections = exportParts
    .filter(({ isAboutPeople }) => !(names.isForAiService && isAboutPeople))
    .map(({ title, lines }) => ({
      title,
      lines: lines?.(report.board, names.nameOf, beside) ?? [],
    }));
  const parts = [
    `# ${escaped(meeting.name)}`,
    facts.filter((fact) => fact !== '').join(' · '),
    ...summaryLines(names),
    '## Action items',
    [
      ...actions.map((action) => actionLine(action, names)),
      ...actionNotes.map(({ content }) => `- ${indented(content)}`),
    ].join('\n') || 'None.',
    wasDiscussed ? '## Discussed' : '## Topics',
    ...(topics.length === 0 ? ['None.'] : topics.map((topic, at) => section(topic, at, writing))),
    ...(notDiscussed.length > 0
      ? ['## Not discussed', notDiscussed.map((topic) => `- ${headOf(topic)}`).join('\n')]
      : []),
    ...sections.flatMap(({ title, lines }) =>
      lines.length > 0 ? [`## ${title}`, lines.join('\n')] : [],
    ),
    '## Participation',
    [
      `- ${countText(report.notes, 'note')}, ${countText(report.comments, 'comment')}, ${countText(report.votes, 'vote')}`,
      ...(hiddenNotes > 0 ? [`- ${countText(hiddenNotes, 'note')} face down`] : []),
      ...(report.tookPart === null ? [] : [`- ${report.tookPart}`]),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function summaryLines({ beside, nameOf }: ReportNames): string[] {
  const summary = beside?.summary;
  if (!summary) return [];
  const { text, published_by } = summary;
  const publisher = published_by === null ? 'a former member' : nameOf(published_by);
  const source = sourceOfSummary(summary, publisher);
  return ['## Summary', escaped(text), `_${escaped(source)}_`];
}

function section(topic: ReportTopic, at: number, names: Writing): string {
  const { nameOf } = names;
  const lines = topic.notes.map(
    (note) =>
      `> ${escaped(note.content).replaceAll('\n', '\n> ')}${nameOf(note, (name) => ` (${name})`)}`,
  );
  const comments = topic.comments.map((comment) => {
    const mark = markOf(comment);
    const head = mark ? `**${mark}**: ` : nameOf(comment, (name) => `**${name}**: `);
    return `- ${head}${indented(comment.content)}`;
  });
  const actions = topic.actions.map((action) => actionLine(action, names.names));
  return [
    `### ${at + 1}. ${headOf(topic)}`,
    nameOf({ author_id: topic.authorId, author_name: topic.authorName }, (name) => `By ${name}`),
    lines.join('\n>\n'),
    comments.join('\n'),
    actions.length > 0 ? `Action items:\n\n${actions.join('\n')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function headOf({ title, column, votes, seconds, isParked }: ReportTopic): string {
  const facts = [
    column?.title ?? '',
    votes === null ? '' : totalText(votes),
    seconds === null ? '' : durationText(seconds),
    isParked ? 'parked' : '',
  ].filter((fact) => fact !== '');
  return `${escaped(title.replaceAll(/\s+/g, ' ').trim())} (${escaped(facts.join(', '))})`;
}

function actionLine(action: Action, names: ReportNames): string {
  const { text, status, assignee_id, former_assignee_id: former, reason } = action;
  const nobody =
    former === null ? unassignedLabel : `Nobody, formerly ${escaped(names.nameOf(former))}`;
  const facts = [
    assignee_id === null ? nobody : escaped(names.nameOf(assignee_id)),
    ...agreedFacts(action, names.zone),
    status === 'dropped' ? `dropped: ${indented(reason ?? '')}` : '',
  ].filter((fact) => fact !== '');
  return `- [${status === 'done' ? 'x' : ' '}] ${indented(text)} (${facts.join(', ')})`;
}
