// The report as Markdown for wikis and chats. User text is escaped, so that none of it acts as markup.
import type { Action } from '../actions/actions.ts';
import type { Thanks } from '../board/thanks.ts';
import { scoreTitles } from '../check-in/check-in.ts';
import { totalText } from '../discussion/votes.ts';
import type { UserId } from '../ids.ts';
import { markOf } from '../notes/comments.ts';
import type { AiSummary } from './ai-summary.ts';
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
  /** Null if none was published. */
  summary?: AiSummary | null;
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
  const { hiddenNotes = 0 } = names;
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
  const scores = scoreLines(report);
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
    ...(report.thanks.length > 0
      ? ['## Thanks', report.thanks.map((each) => thanksLine(each, names)).join('\n')]
      : []),
    ...(scores.length > 0 ? ['## Mood and worth', scores.join('\n')] : []),
    '## Participation',
    [
      `- ${countText(report.notes, 'note')}, ${countText(report.comments, 'comment')}, ${countText(report.votes, 'vote')}`,
      ...(hiddenNotes > 0 ? [`- ${countText(hiddenNotes, 'note')} face down`] : []),
      ...(report.writers === null
        ? []
        : [`- ${countText(report.writers, 'person', 'people')} took part`]),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function summaryLines({ summary, nameOf }: ReportNames): string[] {
  if (!summary) return [];
  const { text, model, published_by } = summary;
  const publisher = published_by === null ? 'a former member' : nameOf(published_by);
  const source = `Drafted by ${model}, edited and published by ${publisher}`;
  return ['## Summary', escaped(text), `_${escaped(source)}_`];
}

function thanksLine({ user_id, to_user_id, text }: Thanks, { nameOf }: ReportNames): string {
  const [from, to] = [user_id, to_user_id].map((id) => escaped(nameOf(id)));
  return `- To **${to}**, from ${from}: ${indented(text)}`;
}

function scoreLines({ scores }: MeetingReport): string[] {
  const kinds = ['mood', 'mood_after', 'worth'] as const;
  const asked = [
    ...kinds.map((kind) => ({ title: scoreTitles[kind], totals: scores[kind] })),
    ...scores.check_up.map(({ question, totals }) => ({ title: escaped(question), totals })),
  ];
  return asked.flatMap(({ title, totals }) => {
    if (!totals) return [];
    const given = totals.histogram.flatMap((count, at) =>
      count > 0 ? `${count} × ${at + 1}` : [],
    );
    const answers = countText(totals.answers, 'answer');
    return `- ${title}: ${totals.mean} of 5, ${answers} (${given.join(', ')})`;
  });
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
  const nobody = former === null ? 'nobody yet' : `nobody, was ${escaped(names.nameOf(former))}'s`;
  const facts = [
    assignee_id === null ? nobody : escaped(names.nameOf(assignee_id)),
    ...agreedFacts(action, names.zone),
    status === 'dropped' ? `dropped: ${indented(reason ?? '')}` : '',
  ].filter((fact) => fact !== '');
  return `- [${status === 'done' ? 'x' : ' '}] ${indented(text)} (${facts.join(', ')})`;
}

/** Indents continuation lines, so that they stay in their list item. */
function indented(text: string): string {
  return escaped(text).replaceAll('\n', '\n  ');
}

// Escaped everywhere, including dollars (formulas). At the start of a line, markers of headings, lists and rules too.
const marks = /[\\`*_[\]<>~|&$]/g;
// Spaces of a single line only: matching across empty lines would take quadratic time.
const lineMarks = /^([^\S\n\u2028\u2029]*\d*)([-#+=:.)])/gm;
const indents = /^[ \t]+/gm;
const noBreakSpace = '\u00a0';
// Programs also look for links, mentions and references in the rendered text, without backslashes. Zero-width spaces
// remain there. Both sides need one, because each program ignores it on one side of some characters.
const links = /(?<=\p{L}):(?=\S)|\/(?=\/)|\.(?=\p{L})|[@#!](?=[\p{L}\p{N}])/gu;
const zeroWidthSpace = '\u200b';

function escaped(text: string): string {
  return text
    .trim()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(links, `${zeroWidthSpace}$&${zeroWidthSpace}`)
    .replaceAll(marks, String.raw`\$&`)
    .replaceAll(lineMarks, String.raw`$1\$2`)
    .replaceAll(indents, (spaces) => noBreakSpace.repeat(spaces.length));
}
