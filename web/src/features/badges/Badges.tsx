// Earned badges: of a team on its health page, one's own on the profile, new ones on the dashboard and at a meeting's end.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Badge, type BadgeName, badgeTexts } from '@wentwell/contract/badges';
import type { ColumnTone } from '@wentwell/contract/columns';
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import {
  Flag,
  HandHelping,
  ListChecks,
  MessageCircle,
  Repeat2,
  RotateCcw,
  Zap,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { serverNow } from '#web/api/server-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { LoadingBars } from '#web/ui/feedback/Delayed.tsx';
import { LoadFailure } from '#web/ui/feedback/LoadFailure.tsx';
import { dateFormat } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';

import './badges.css';
import { Popover } from '#web/ui/overlays/Popover.tsx';

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

const formatMonth = dateFormat({ month: 'short', year: 'numeric' });

function timesOrMonth({ times, earned_at }: Badge): string {
  return times > 1 ? `${times} times` : formatMonth(new Date(earned_at));
}

type Scope = 'team' | 'person';

function Meanings({ scope }: { scope: Scope }): ReactNode {
  return (
    <Popover
      label="What the badges mean"
      align="end"
      trigger={
        <Button variant="ghost" size="sm">
          What they mean
        </Button>
      }
    >
      <dl className="grid max-w-80 gap-3 text-sm">
        {Object.values(badgeTexts).map(({ title, [scope]: rule }) => {
          if (rule === undefined) return null;
          return (
            <div key={title}>
              <dt className="font-semibold">{title}</dt>
              <dd className="text-soft">{rule}</dd>
            </div>
          );
        })}
      </dl>
    </Popover>
  );
}

function Section(props: {
  scope: Scope;
  query: UseQueryResult<Badge[]>;
  detailOf: (badge: Badge) => string;
  gridClass: string;
}): ReactNode {
  const { scope, query, detailOf, gridClass } = props;
  const id = useId();
  if (query.isPending) return null;
  if (!query.data) return <LoadFailure title="Failed to load badges" query={query} />;
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4">
      <header className="flex items-center justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          Badges{' '}
          {query.data.length > 0 && (
            <small className="text-sm font-normal text-muted">{query.data.length}</small>
          )}
        </h2>
        <Meanings scope={scope} />
      </header>
      {query.data.length === 0 ? (
        <p className="text-soft">Finish a retro with two people to earn the first badge.</p>
      ) : (
        <ul className={classNames('grid gap-4', gridClass)}>
          {query.data.map((badge) => (
            <Row key={badge.badge} badge={badge} detail={detailOf(badge)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ badge, detail }: { badge: Badge; detail: string }): ReactNode {
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

/** As a line of paper: each with how often it was earned. */
export function BadgeLine({ badges }: { badges: readonly Badge[] }): ReactNode {
  return (
    <ul aria-label="Badges" className="flex flex-wrap justify-between gap-4">
      {badges.map((badge) => (
        <Row
          key={badge.badge}
          badge={badge}
          detail={badge.times === 1 ? 'once' : `${badge.times} times`}
        />
      ))}
    </ul>
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

/** The team's and the user's own; one that both have earned stands once. */
function useNewBadges(teamId: TeamId, isNew: (badge: Badge) => boolean): Badge[] {
  const ofTeam = useQuery(teamBadgesQuery(teamId)).data ?? [];
  const own = useQuery(myBadgesQuery()).data ?? [];
  const found = [...ofTeam, ...own].filter(isNew);
  return found.filter(({ badge }, at) => found.findIndex((each) => each.badge === badge) === at);
}

const week = 7 * 24 * 60 * 60 * 1000;

/** The card of the dashboard; nothing where the last seven days have earned none. */
export function WeekBadges({ teamId }: { teamId: TeamId }): ReactNode {
  const badges = useNewBadges(
    teamId,
    ({ earned_at }) => serverNow().getTime() - Date.parse(earned_at) < week,
  );
  if (badges.length === 0) return null;
  return (
    <Card title="Badges this week">
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {badges.map((badge) => (
          <Row key={badge.badge} badge={badge} detail={badge.meeting_name} />
        ))}
      </ul>
    </Card>
  );
}

/** Those that this meeting's end has earned, in the moments after it. */
export function NewBadges(props: {
  teamId: TeamId;
  meetingId: MeetingId;
  className: string;
}): ReactNode {
  const { teamId, meetingId, className } = props;
  const badges = useNewBadges(teamId, ({ meeting_id }) => meeting_id === meetingId);
  return badges.slice(0, shownAtEnd).map(({ badge, title }) => (
    <div key={badge} className={classNames('flex items-center gap-3', className)}>
      <Face badge={badge} />
      <p className="grid">
        <span className="text-sm text-soft">New badge</span>
        <span className="font-semibold">{title}</span>
      </p>
    </div>
  ));
}

const shownAtEnd = 2;
