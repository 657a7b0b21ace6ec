// The report as Markdown, for wikis and chats. What people wrote is text: none of its characters is a mark-up of ours.
import type { Action } from '@wentwell/contract/actions';
import type { UserId } from '@wentwell/contract/ids';
import { totalText } from '@wentwell/contract/votes';

import {
  countText,
  dueText,
  durationText,
  type MeetingReport,
  type ReportTopic,
  whenText,
} from './meeting-report.ts';

interface ReportNames {
  nameOf: (userId: UserId) => string;
  /** Null while it is not known. */
  teamName: string | null;
}

export function reportMarkdown(report: MeetingReport, names: ReportNames): string {
  const { meeting, topics, notDiscussed, actions, actionNotes, wasDiscussed } = report;
  const facts = [
    names.teamName === null ? '' : escaped(names.teamName),
    whenText(meeting),
    `Led by ${escaped(names.nameOf(meeting.owner_id))}`,
  ];
  const parts = [
    `# ${escaped(meeting.name)}`,
    facts.filter((fact) => fact !== '').join(' · '),
    '## Action items',
    [
      ...actions.map((action) => actionLine(action, names)),
      ...actionNotes.map(({ content }) => `- ${indented(content)}`),
    ].join('\n') || 'None.',
    wasDiscussed ? '## Discussed' : '## Topics',
    ...(topics.length === 0 ? ['None.'] : topics.map((topic, at) => section(topic, at, names))),
    ...(notDiscussed.length > 0
      ? ['## Not discussed', notDiscussed.map((topic) => `- ${headOf(topic)}`).join('\n')]
      : []),
    '## Participation',
    [
      `- ${countText(report.notes, 'note')}, ${countText(report.comments, 'comment')}, ${countText(report.votes, 'vote')}`,
      ...report.contributions.map(
        ({ userId, notes, comments }) =>
          `- ${escaped(names.nameOf(userId))}: ${countText(notes, 'note')}, ${countText(comments, 'comment')}`,
      ),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(topic: ReportTopic, at: number, names: ReportNames): string {
  const lines = topic.notes.map(
    ({ content, author_id }) =>
      `> ${escaped(content).replaceAll('\n', '\n> ')} (${escaped(names.nameOf(author_id))})`,
  );
  const comments = topic.comments.map(
    ({ content, author_id }) => `- **${escaped(names.nameOf(author_id))}**: ${indented(content)}`,
  );
  const actions = topic.actions.map((action) => actionLine(action, names));
  return [
    `### ${at + 1}. ${headOf(topic)}`,
    topic.authorId === null ? '' : `By ${escaped(names.nameOf(topic.authorId))}`,
    lines.join('\n>\n'),
    comments.join('\n'),
    actions.length > 0 ? `Action items:\n\n${actions.join('\n')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function headOf({ title, column, votes, seconds, isParked }: ReportTopic): string {
  const facts = [
    column,
    votes === null ? '' : totalText(votes),
    seconds === null ? '' : durationText(seconds),
    isParked ? 'parked' : '',
  ].filter((fact) => fact !== '');
  return `${escaped(title.replaceAll(/\s+/g, ' ').trim())} (${escaped(facts.join(', '))})`;
}

function actionLine(action: Action, names: ReportNames): string {
  const { text, status, assignee_id, former_assignee_id: former, due_on, reason } = action;
  const nobody = former === null ? 'nobody yet' : `nobody, was ${escaped(names.nameOf(former))}'s`;
  const facts = [
    assignee_id === null ? nobody : escaped(names.nameOf(assignee_id)),
    due_on === null ? '' : `by ${dueText(due_on)}`,
    status === 'dropped' ? `dropped: ${indented(reason ?? '')}` : '',
  ].filter((fact) => fact !== '');
  return `- [${status === 'done' ? 'x' : ' '}] ${indented(text)} (${facts.join(', ')})`;
}

/** So that further lines stay in their item of the list. */
function indented(text: string): string {
  return escaped(text).replaceAll('\n', '\n  ');
}

function escaped(text: string): string {
  return text
    .trim()
    .replaceAll(/[\\`*_[\]<>~|]/g, String.raw`\$&`)
    .replaceAll(/^(\s*|\s*\d+)([#+.)-])(?=\s)/gm, String.raw`$1\$2`);
}
