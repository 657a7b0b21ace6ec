// All badges of a team (health page) and of the user (profile).
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Badge, badgeTexts } from '@wentwell/contract/health/badges';
import type { TeamId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { dateFormat } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';

import { BadgeRow, Meanings, myBadgesQuery, type Rule, teamBadgesQuery } from './Badges.tsx';

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
