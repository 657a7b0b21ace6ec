// The rows of a measured world. Ids are built from kind and number.
import { createHash } from 'node:crypto';

import { defaultSettings } from '@wentwell/contract/meetings/meetings';

/** An object's id as SQL; its number is an expression. */
export function idOf(kind: string, number: string): string {
  return `overlay(overlay(md5('${kind} ' || ${number}) placing '4' from 13) placing 'a' from 17)::uuid`;
}

/** The same id for a known number. */
export function uuidOf(kind: string, number: number): string {
  const hash = createHash('md5').update(`${kind} ${number}`).digest('hex');
  const text = `${hash.slice(0, 12)}4${hash.slice(13, 16)}a${hash.slice(17)}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const notesOfMeeting = 20;
const membersOfTeam = 6;
const meetingsOfTeam = 20;
/** The number of the superuser. */
export const superuser = 7;

/** The number of each kind in a world with this many notes. */
export function countsOf(notes: number) {
  const meetings = notes / notesOfMeeting;
  const teams = meetings / meetingsOfTeam;
  return { notes, meetings, teams, users: teams * membersOfTeam };
}

/** SQL that creates two years of meetings. Team 0 has a sixtieth of everything; other teams are equal in every world. */
export function seedOf(size: number): string {
  const { notes, meetings, teams, users } = countsOf(size);
  const team = `case when m < ${meetings / 60} then 0 else m % ${teams} end`;
  const user = (number: string) =>
    idOf('user', `((${team}) * ${membersOfTeam} + (${number}) % ${membersOfTeam})`);
  const [meeting, ofTeam, note] = [idOf('meeting', 'm'), idOf('team', team), idOf('note', 'i')];
  const place = `${meeting}, ${ofTeam}`;
  const at = `now() - interval '1 hour' - interval '2 years' * (${meetings} - 1 - m) / ${meetings}`;
  const each = `generate_series(0, ${notes} - 1) as i, lateral (select i / ${notesOfMeeting} as m) as of_board`;
  // Only the newest have receipts and a history, which is removed thirty days after their end.
  const isRecent = (share: number) => `m >= ${meetings * (1 - share)}`;
  const change = `jsonb_build_object('command', 'note.add', 'actorId', ${user('i')}, 'changedAt', null,
    'put', jsonb_build_array(jsonb_build_object('type', 'note', 'shape', 1, 'body', jsonb_build_object('id', ${note}))),
    'remove', '[]'::jsonb, 'notes', '[]'::jsonb)`;
  const thanks = `jsonb_build_object('type', 'thanks', 'id', ${idOf('thanks', 'i')}, 'user_id', ${user('i')},
    'to_user_id', ${user('i + 1')}, 'text', 'Thanks', 'place', i)`;
  return `set session_replication_role = replica;
    insert into users (id, email, password_hash, last_name, verified_at, is_superuser)
      select ${idOf('user', 'u')}, 'person' || u || '@example.com', '', 'Person ' || u, now(), u = ${superuser}
      from generate_series(0, ${users} - 1) as u;
    insert into teams (id, name)
      select ${idOf('team', 't')}, 'Team ' || t from generate_series(0, ${teams} - 1) as t;
    insert into memberships (team_id, user_id, role)
      select ${idOf('team', `u / ${membersOfTeam}`)}, ${idOf('user', 'u')},
        case when u % ${membersOfTeam} < 2 then 'admin' else 'member' end
      from generate_series(0, ${users} - 1) as u;
    insert into sessions (id, user_id, expires_at, last_used_at)
      select ${idOf('session', 's')}, ${idOf('user', `s % ${users}`)}, now() + interval '20 days',
        now() - interval '1 hour' * (s % 160)
      from generate_series(0, ${users * 2} - 1) as s;
    insert into login_sources (user_id, source_hash, last_at)
      select ${idOf('user', `s % ${users}`)}, 'source ' || s, now() - interval '1 hour' * (s % 1600)
      from generate_series(0, ${users * 2} - 1) as s;
    insert into mail_outbox (id, recipient, subject, text, html, created_at, sent_at)
      select ${idOf('mail', 'n')}, 'person' || n || '@example.com', 'Summary', '', '', at, at
      from generate_series(0, ${users} - 1) as n, lateral (select now() - interval '1 minute' * (n % 9000) as at) as of_mail;
    insert into meetings (id, team_id, owner_id, name, status, phase, start_time, phase_started_at, created_at, settings)
      select ${place}, ${user('0')}, 'Sprint ' || m, case when m >= ${meetings - teams} then 'live' else 'closed' end,
        'writing', ${at}, ${at}, ${at}, '${JSON.stringify(defaultSettings)}'
      from generate_series(0, ${meetings} - 1) as m;
    insert into board_heads (meeting_id, seq, history_since)
      select ${meeting}, ${notesOfMeeting * 2}, case when ${isRecent(0.04)} then ${at} else '1970-01-01Z' end
      from generate_series(0, ${meetings} - 1) as m;
    insert into notes (id, meeting_id, team_id, author_id, content, note_type, hidden, position, created_at)
      select ${note}, ${place}, ${user('i')}, 'The deploy number ' || i || ' went well', 'went_well', false, i, ${at}
      from ${each};
    insert into votes (meeting_id, team_id, user_id, note_id, count)
      select ${place}, ${user('i')}, ${note}, 1 from ${each};
    insert into comments (meeting_id, team_id, id, note_id, author_id, content)
      select ${place}, ${idOf('comment', 'i')}, ${note}, ${user('i')}, 'Yes' from ${each} where i % 4 = 0;
    insert into reactions (meeting_id, team_id, user_id, note_id, emoji)
      select ${place}, ${user('i')}, ${note}, '👍' from ${each} where i % 4 = 1;
    insert into ready_marks (meeting_id, team_id, user_id, phase_started_at)
      select ${place}, ${user('i')}, ${at} from ${each} where i % ${notesOfMeeting} < ${membersOfTeam};
    insert into check_in_turns select * from ready_marks;
    insert into votes_finished select * from ready_marks;
    insert into board_records (meeting_id, team_id, type, id, shape, body)
      select ${place}, 'thanks', ${idOf('thanks', 'i')}, 1, ${thanks} from ${each} where i % 10 = 0;
    insert into groups (meeting_id, team_id, id, title, title_is_custom, column_id)
      select ${place}, ${idOf('group', 'i')}, 'Group', false, 'went_well' from ${each} where i % 10 = 0;
    insert into actions (id, team_id, meeting_id, text, assignee_id, created_by, status, meetings_seen)
      select ${idOf('action', 'i')}, ${ofTeam}, ${meeting}, 'Do ' || i, ${user('i')}, ${user('i + 1')},
        case when ${isRecent(0.04)} then 'open' else 'done' end, 1
      from ${each} where i % ${notesOfMeeting} = 7;
    insert into board_changes (meeting_id, team_id, seq, change, text_keys, created_at)
      select ${place}, i % ${notesOfMeeting} * 2 + n, ${change}, array['note ' || ${note}], ${at}
      from ${each}, generate_series(1, 2) as n where ${isRecent(0.04)};
    insert into receipts (user_id, key, request_hash, first_status)
      select ${user('i')}, 'key ' || i, 'hash', 201 from ${each} where ${isRecent(0.01)};
    insert into audit_entries (id, at, actor_id, action, target_kind, target_id, address, request_id)
      select ${idOf('entry', 'e')}, now() - interval '2 years' * e / ${notes / 12}, ${idOf('user', `e % ${users}`)},
        'change_role', 'users', ${idOf('user', `(e * 7) % ${users}`)}, '127.0.0.1', ''
      from generate_series(0, ${notes / 12} - 1) as e;
    insert into invitations (id, team_id, sender_id, email, token_hash, expires_at)
      select ${idOf('invitation', 'u')}, ${idOf('team', `u / ${membersOfTeam}`)}, ${idOf('user', 'u')},
        'guest' || u || '@example.com', 'hash' || u, now()
      from generate_series(0, ${users} - 1) as u;
    insert into templates (id, team_id, name, columns, settings, created_by)
      select ${idOf('template', 't')}, ${idOf('team', 't')}, 'Ours', '[]', '{}', ${idOf('user', `t * ${membersOfTeam}`)}
      from generate_series(0, ${teams} - 1) as t;
    set session_replication_role = origin`;
}
