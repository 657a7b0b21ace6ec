// Badges as a pure calculation over closed retros and action items (docs/retro.md ).
import {
  type Badge,
  type BadgeName,
  badgeRules,
  badgeTexts,
} from '@wentwell/contract/health/badges';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';

export interface HeldRetro {
  id: MeetingId;
  teamId: TeamId;
  name: string;
  closedAt: Date;
  ownerId: UserId;
  /** Known participants. Users who only wrote anonymously are unknown. */
  people: ReadonlySet<UserId>;
  /** Participants who wrote notes. Empty for an anonymous meeting. */
  writers: ReadonlySet<UserId>;
}

export interface TrackedAction {
  teamId: TeamId;
  meetingId: MeetingId | null;
  assigneeId: UserId | null;
  status: 'open' | 'done' | 'dropped';
  meetingsSeen: number;
  doneAt: Date | null;
}

export interface BadgeFacts {
  /** Counted retros, oldest first. */
  retros: readonly HeldRetro[];
  /** All action items of the same teams that are not deleted. */
  actions: readonly TrackedAction[];
}

const day = 24 * 60 * 60 * 1000;

interface Earned {
  badge: BadgeName;
  retro: HeldRetro;
}

/** A retro and the team's previous one. */
interface Step {
  retro: HeldRetro;
  before: HeldRetro | undefined;
}

function stepsOf(retros: readonly HeldRetro[]): Step[] {
  return retros.map((retro, at) => ({ retro, before: retros[at - 1] }));
}

/** The retros at which a streak's length reaches a multiple of `badgeRules.inARow`. */
function streakRetros(steps: readonly Step[], lengthAt: (step: Step, length: number) => number) {
  let length = 0;
  return steps.filter((step) => {
    length = lengthAt(step, length);
    return length > 0 && length % badgeRules.inARow === 0;
  });
}

/** Action items done between the previous retro's end and this one's. */
function doneBetween({ retro, before }: Step, actions: readonly TrackedAction[]) {
  return actions.filter(
    ({ doneAt }) =>
      doneAt !== null && doneAt <= retro.closedAt && (!before || doneAt > before.closedAt),
  );
}

function isQuick({ before }: Step, { meetingId, doneAt }: TrackedAction): boolean {
  if (!before || meetingId !== before.id || doneAt === null) return false;
  return doneAt.getTime() - before.closedAt.getTime() <= badgeRules.followThroughDays * day;
}

/** Badges that depend only on action items. */
function followUps(steps: readonly Step[], actions: readonly TrackedAction[]): Earned[] {
  return steps.flatMap((step) => {
    const done = doneBetween(step, actions);
    const earned: BadgeName[] = [];
    if (done.some((action) => isQuick(step, action))) earned.push('quick_follow_through');
    if (done.some(({ meetingsSeen }) => meetingsSeen >= badgeRules.openInRetros)) {
      earned.push('came_back_to_it');
    }
    return earned.map((badge) => ({ badge, retro: step.retro }));
  });
}

function isAllDone({ retro, before }: Step, actions: readonly TrackedAction[]): boolean {
  const agreed = actions.filter(
    ({ meetingId, status }) => before && meetingId === before.id && status !== 'dropped',
  );
  return (
    agreed.length > 0 && agreed.every(({ doneAt }) => doneAt !== null && doneAt <= retro.closedAt)
  );
}

/** Expects `all` in the order of the retros. Omits retros that `counts` rejects. */
function toBadges(
  all: readonly Earned[],
  scope: 'team' | 'person',
  counts: (retro: HeldRetro) => boolean = () => true,
): Badge[] {
  const earned = all.filter(({ retro }) => counts(retro));
  const badges = [...Map.groupBy(earned, ({ badge }) => badge)].flatMap(([badge, times]) => {
    const last = times.at(-1)?.retro;
    const { title, [scope]: description } = badgeTexts[badge];
    if (!last || description === undefined) return [];
    return {
      badge,
      title,
      description,
      times: times.length,
      earned_at: last.closedAt.toISOString(),
      meeting_id: last.id,
      meeting_name: last.name,
    };
  });
  return badges.toSorted((a, b) => b.earned_at.localeCompare(a.earned_at));
}

/** Most recently earned first. */
export function badgesOfTeam(
  { retros, actions }: BadgeFacts,
  counts?: (retro: HeldRetro) => boolean,
): Badge[] {
  const steps = stepsOf(retros);
  const longest = badgeRules.rowBreaksAfterDays * day;
  const follows = ({ retro, before }: Step) =>
    before !== undefined && retro.closedAt.getTime() - before.closedAt.getTime() <= longest;
  const at = (badge: BadgeName, found: readonly Step[]) =>
    found.map(({ retro }) => ({ badge, retro }));
  return toBadges(
    [
      ...at('first_retro', steps.slice(0, 1)),
      ...at(
        'every_voice_heard',
        steps.filter(
          ({ retro: { writers, people } }) => writers.size >= 2 && writers.size === people.size,
        ),
      ),
      ...at(
        'four_in_a_row',
        streakRetros(steps, (step, length) => (follows(step) ? length + 1 : 1)),
      ),
      ...at(
        'all_actions_done',
        steps.filter((step) => isAllDone(step, actions)),
      ),
      ...followUps(steps, actions),
    ],
    'team',
    counts,
  );
}

/** Most recently earned first. */
export function badgesOfPerson({ retros, actions }: BadgeFacts, userId: UserId): Badge[] {
  const at = (badge: BadgeName, found: readonly HeldRetro[]) =>
    found.map((retro) => ({ badge, retro }));
  const attended = (retro: HeldRetro) => retro.people.has(userId);
  const led = retros.filter(({ ownerId }) => ownerId === userId);
  const own = actions.filter(({ assigneeId }) => assigneeId === userId);
  const inTeams = [...Map.groupBy(retros, ({ teamId }) => teamId)].flatMap(([team, theirs]) => {
    const steps = stepsOf(theirs);
    const rows = streakRetros(steps, ({ retro }, length) => (attended(retro) ? length + 1 : 0));
    return [
      ...rows.map(({ retro }) => ({ badge: 'four_in_a_row' as const, retro })),
      ...followUps(
        steps,
        own.filter(({ teamId }) => teamId === team),
      ),
    ];
  });
  return toBadges(
    [
      ...at('first_retro', retros.filter(attended).slice(0, 1)),
      ...at(
        'led_ten_retros',
        led.filter((_, index) => (index + 1) % badgeRules.led === 0),
      ),
      ...inTeams.toSorted((a, b) => a.retro.closedAt.getTime() - b.retro.closedAt.getTime()),
    ],
    'person',
  );
}
