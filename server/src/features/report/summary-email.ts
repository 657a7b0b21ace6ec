// The mail with the summary of a meeting. Its link names the meeting alone: whoever opens it logs in.
import type { UserId } from '@wentwell/contract/ids';
import {
  agreedFacts,
  countText,
  type MeetingReport,
  type ReportTopic,
  whenText,
} from '@wentwell/contract/meeting-report';

import type { Email } from '#server/platform/mail/email';
import { nameInMail } from '#server/platform/mail/email';

const listMax = 20;
const lineMax = 200;

/** The first line of a text that people wrote, without links, which mail programs would make clickable. */
function line(text: string): string {
  const [first = ''] = text.trim().split('\n', 1);
  const words = nameInMail(first);
  return words.length > lineMax ? `${words.slice(0, lineMax).toWellFormed()}…` : words;
}

function list(lines: readonly string[]): string[] {
  const more = lines.length - listMax;
  const shown = lines.slice(0, listMax).map((each) => `• ${each}`);
  return more > 0 ? [...shown, `… and ${more} more in the report.`] : shown;
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...list(lines)];
}

export function summaryEmail(summary: {
  to: string;
  report: MeetingReport;
  teamName: string;
  sender: string;
  nameOf: (userId: UserId) => string;
}): Email {
  const { to, report, nameOf } = summary;
  const { meeting, topics, notDiscussed, actions, wasDiscussed } = report;
  const name = nameInMail(meeting.name);
  const teamName = nameInMail(summary.teamName);
  const whom = `those in the team “${teamName}”${meeting.settings.anonymous ? '' : ' who took part'}`;
  const facts = [teamName, whenText(meeting, 'UTC')].filter((fact) => fact !== '');
  const titles = (some: readonly ReportTopic[]): string[] => some.map(({ title }) => line(title));
  const agreed = actions.map((action) => {
    const { text, assignee_id } = action;
    const owner = assignee_id === null ? 'nobody yet' : nameInMail(nameOf(assignee_id));
    return `${line(text)} (${[owner, ...agreedFacts(action, 'UTC')].join(', ')})`;
  });
  return {
    to,
    kind: 'summary',
    subject: `Summary: ${name}`,
    title: name,
    paragraphs: [
      facts.join(' · '),
      [
        countText(report.notes, 'note'),
        countText(report.comments, 'comment'),
        countText(report.votes, 'vote'),
        countText(actions.length, 'action item'),
      ].join(', '),
      ...part('Action items', agreed),
      ...part(wasDiscussed ? 'Discussed' : 'Topics', titles(topics)),
      ...part('Not discussed', titles(notDiscussed)),
    ],
    button: { label: 'Open the report', path: `/meetings/${meeting.id}` },
    reason: `${nameInMail(summary.sender)} sent the summary of this meeting to ${whom}.`,
  };
}
