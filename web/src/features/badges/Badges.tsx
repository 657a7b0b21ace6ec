// Earned badges: new ones on the dashboard and at the end of a meeting, a year's in one line, and all of a team and of the user.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Badge, type BadgeName, badgeTexts } from '@wentwell/contract/health/badges';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import type { ColumnTone } from '@wentwell/contract/notes/columns';
import {
  Flag,
  HandHelping,
  Info,
  ListChecks,
  MessageCircle,
  Repeat2,
  RotateCcw,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { serverNow } from '#web/api/server-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { dateFormat } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

import './badges.css';

const Badges = z.array(Badge);

function teamBadgesQuery(teamId: TeamId) {
  return readQuery(['badges', teamId], { path: `/api/v1/teams/${teamId}/badges`, schema: Badges });
}

function myBadgesQuery() {
  return readQuery(['badges', 'mine'], { path: '/api/v1/me/badges', schema: Badges });
}

const looks: Record<BadgeName, { icon: ReactNode; tone: ColumnTone }> = {
  first_retro: { icon: <Flag />, tone: 'success' },
  every_voice_heard: { icon: <MessageCircle />, tone: 'accent' },
  four_in_a_row: { icon: <Repeat2 />, tone: 'success' },
  all_actions_done: { icon: <ListChecks />, tone: 'success' },
  quick_follow_through: { icon: <Zap />, tone: 'warning' },
  came_back_to_it: { icon: <RotateCcw />, tone: 'accent' },
  led_ten_retros: { icon: <HandHelping />, tone: 'warning' },
};

/** A square of paper with a folded corner. */
function Face({ badge }: { badge: BadgeName }): ReactNode {
  const { icon, tone } = looks[badge];
  return (
    <span
      aria-hidden="true"
      data-tone={tone}
      className="paper badge-face grid size-11 shrink-0 place-items-center text-ink [&_svg]:size-5"
    >
      {icon}
    </span>
  );
}

type Rule = Pick<Badge, 'title' | 'description'>;

/** Explains these badges on demand. */
function Meanings(props: { rules: readonly Rule[]; isSmall?: boolean }): ReactNode {
  const label = 'What they mean';
  const trigger = props.isSmall ? (
    <IconButton label={label} icon={<Info />} />
  ) : (
    <Button variant="ghost" size="sm">
      {label}
    </Button>
  );
  return (
    <Popover label="What the badges mean" align="end" trigger={trigger}>
      <dl className="grid max-w-80 gap-3 text-sm">
        {props.rules.map(({ title, description }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="text-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

function BadgeRow({ badge, detail }: { badge: Badge; detail: string }): ReactNode {
  return (
    <li className="flex min-w-0 items-center gap-3" title={badge.description}>
      <Face badge={badge.badge} />
      <span className="grid min-w-0">
        <span className="font-semibold">{badge.title}</span>
        <span className="truncate text-xs text-soft">{detail}</span>
      </span>
    </li>
  );
}

/** Badges in one line, each with its count. */
export function BadgeLine({ badges }: { badges: readonly Badge[] }): ReactNode {
  return (
    <ul aria-label="Badges" className="flex flex-wrap justify-between gap-4">
      {badges.map((badge) => (
        <BadgeRow
          key={badge.badge}
          badge={badge}
          detail={badge.times === 1 ? 'once' : `${badge.times} times`}
        />
      ))}
    </ul>
  );
}

/** The team's and the user's badges, without duplicates. */
function useNewBadges(teamId: TeamId, isNew: (badge: Badge) => boolean): Badge[] {
  const ofTeam = useQuery(teamBadgesQuery(teamId)).data ?? [];
  const own = useQuery(myBadgesQuery()).data ?? [];
  const found = [...ofTeam, ...own].filter(isNew);
  return found.filter(({ badge }, at) => found.findIndex((each) => each.badge === badge) === at);
}

const week = 7 * 24 * 60 * 60 * 1000;

/** The dashboard's card; renders nothing without a badge of the last seven days. */
export function WeekBadges({ teamId }: { teamId: TeamId }): ReactNode {
  const badges = useNewBadges(
    teamId,
    ({ earned_at }) => serverNow().getTime() - Date.parse(earned_at) < week,
  );
  if (badges.length === 0) return null;
  return (
    <Card title="Badges this week" actions={<Meanings rules={badges} />}>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {badges.map((badge) => (
          <BadgeRow key={badge.badge} badge={badge} detail={badge.meeting_name} />
        ))}
      </ul>
    </Card>
  );
}

/** Badges earned by this meeting's end, shown right after it. */
export function NewBadges(props: {
  teamId: TeamId;
  meetingId: MeetingId;
  className: string;
}): ReactNode {
  const { teamId, meetingId, className } = props;
  const badges = useNewBadges(teamId, ({ meeting_id }) => meeting_id === meetingId);
  const shown = badges.slice(0, shownAtEnd);
  if (shown.length === 0) return null;
  return (
    <div className={classNames('flex items-center gap-4', className)}>
      {shown.map(({ badge }) => (
        <Face key={badge} badge={badge} />
      ))}
      <p className="grid flex-1">
        <span className="text-sm text-soft">
          {shown.length === 1 ? 'New badge' : `${shown.length} new badges`}
        </span>
        {shown.map(({ badge, title }) => (
          <span key={badge} className="text-base font-semibold">
            {title}
          </span>
        ))}
      </p>
      <Meanings rules={shown} isSmall />
    </div>
  );
}

const shownAtEnd = 2;

const formatMonth = dateFormat({ month: 'short', year: 'numeric' });

function timesOrMonth({ times, earned_at }: Badge): string {
  return times > 1 ? `${times} times` : formatMonth(new Date(earned_at));
}

type Scope = 'team' | 'person';

function rulesFor(scope: Scope): Rule[] {
  return Object.values(badgeTexts).flatMap(({ title, [scope]: description }) =>
    description === undefined ? [] : { title, description },
  );
}

function Section(props: {
  scope: Scope;
  query: UseQueryResult<Badge[]>;
  detailOf: (badge: Badge) => string;
  gridClass: string;
}): ReactNode {
  const { scope, query, detailOf, gridClass } = props;
  if (query.isPending) return null;
  if (!query.data) return <LoadFailure title="Failed to load badges" query={query} />;
  return (
    <TitledSection
      title="Badges"
      level={2}
      count={query.data.length}
      aside={<Meanings rules={rulesFor(scope)} />}
      className="min-w-0 gap-4"
    >
      {query.data.length === 0 ? (
        <p className="text-soft">Finish a retro with two people to earn the first badge.</p>
      ) : (
        <ul className={classNames('grid gap-4', gridClass)}>
          {query.data.map((badge) => (
            <BadgeRow key={badge.badge} badge={badge} detail={detailOf(badge)} />
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

export function TeamBadges({ teamId }: { teamId: TeamId }): ReactNode {
  return (
    <Section
      scope="team"
      query={useQuery(teamBadgesQuery(teamId))}
      detailOf={({ meeting_name }) => meeting_name}
      gridClass="grid-cols-2 lg:grid-cols-5"
    />
  );
}

export function MyBadges(): ReactNode {
  const query = useQuery(myBadgesQuery());
  if (query.isPending) return <LoadingBars height={140} />;
  return (
    <Card>
      <Section
        scope="person"
        query={query}
        detailOf={timesOrMonth}
        gridClass="grid-cols-1 sm:grid-cols-2"
      />
    </Card>
  );
}
