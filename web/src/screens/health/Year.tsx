// A team's year in review on one printable sheet.
import { useQuery } from '@tanstack/react-query';
import { YearReview, type YearTheme } from '@wentwell/contract/health/year-review';
import { countText } from '@wentwell/contract/report/meeting-report';
import type { Team } from '@wentwell/contract/teams/teams';
import { ArrowLeft, ChevronDown, HeartPulse, Printer } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

import { readQuery } from '#web/api/queries';
import { BadgeLine } from '#web/features/badges/Badges.tsx';
import { scoreText } from '#web/features/check-in/score-labels';
import { hasYearParts, sumOfYear, YearParts } from '#web/screens/meeting/feature-parts.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { dateFormat, formatDayOfYear } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { ScrollSideways } from '#web/ui/layout/ScrollSideways.tsx';
import { type Section, TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { Menu, MenuRadioGroup, MenuRadioItem } from '#web/ui/overlays/Menu.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';

import { dot, grid, label, lineOf, pathOf, placesIn, ring, untranslated } from './Charts.tsx';

import './year.css';

export function Year({ team, year }: { team: Team; year: number }): ReactNode {
  usePageTitle(`${team.name}, ${year}`);
  const query = useQuery(
    readQuery(['year', team.id, year], {
      path: `/api/v1/teams/${team.id}/years/${year}`,
      schema: YearReview,
    }),
  );
  const review = query.data;
  const years = [...new Set([year, ...(review?.years ?? [])])].toSorted((a, b) => b - a);
  return (
    <>
      <SmallPart>
        <nav aria-label="Year" className="flex flex-wrap items-center justify-between gap-4">
          <Link to="/team-health" aria-current={undefined} className={quietLinkClass}>
            <ArrowLeft /> Team health
          </Link>
          <span className="flex gap-2">
            {years.length > 1 && (
              <Menu
                trigger={
                  <Button>
                    {year} <ChevronDown />
                  </Button>
                }
              >
                <MenuRadioGroup
                  label="Year"
                  value={String(year)}
                  onValueChange={(value) =>
                    void navigate({ to: '/team-health', search: { year: value } })
                  }
                >
                  {years.map((each) => (
                    <MenuRadioItem key={each} value={String(each)}>
                      {each}
                    </MenuRadioItem>
                  ))}
                </MenuRadioGroup>
              </Menu>
            )}
            {review && review.retros > 0 && (
              <span className="flex items-center gap-2 text-soft">
                <span className="max-sm:hidden">One page</span>
                <Button icon={<Printer />} onClick={() => print()}>
                  Print
                </Button>
              </span>
            )}
          </span>
        </nav>
      </SmallPart>
      {query.isPending && <LoadingBars height={480} />}
      {query.isError && <LoadFailure title="Failed to load the year" query={query} />}
      {review?.retros === 0 && (
        <Card>
          <EmptyState
            level={1}
            illustration={<HeartPulse className="size-12 text-muted" />}
            title={`No retro was closed in ${year}`}
          >
            Only retros with two or more people count.
          </EmptyState>
        </Card>
      )}
      <Part>{review && review.retros > 0 && <Sheet team={team} review={review} />}</Part>
    </>
  );
}

function Sheet({ team, review }: { team: Team; review: YearReview }): ReactNode {
  const { year, full_attendance: attendance, themes, badges } = review;
  const hasRight = hasYearParts(review);
  const hasLeft = themes.length > 0 || hasRight;
  return (
    <article className="year-sheet grid gap-6 rounded-sm shadow-float">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 grow basis-40 wrap-anywhere">
          <SmallPart>
            <h1 className="text-xl font-bold">
              {year} in {countText(review.retros, 'retro')}
            </h1>
            <p className="text-base text-soft">
              {team.name} · {countText(team.member_count, 'person', 'people')}
              {attendance === null
                ? ` · attendance shows with ${review.answers_min} people or more`
                : attendance.of > 0 &&
                  attendance.of === (attendance.named ?? review.retros) &&
                  ` · everyone took part in ${attendance.retros} of ${countText(attendance.of, attendance.of < review.retros ? 'named retro' : 'retro')}`}
            </p>
          </SmallPart>
        </div>
        <span className="max-sm:hidden">
          <Wordmark />
        </span>
      </header>
      <Part>
        <Sums review={review} />
      </Part>
      <div className={classNames('grid gap-6', hasLeft && 'year-columns')}>
        {hasLeft && (
          <div className="grid min-w-0 content-start gap-6">
            {themes.length > 0 && <Themes themes={themes} />}
            {hasRight && <Morale review={review} />}
          </div>
        )}
        <div className="grid min-w-0 content-start gap-6">
          {!hasRight && <Morale review={review} />}
          <YearParts review={review} Section={YearSection} />
        </div>
      </div>
      {badges.length > 0 && (
        <footer className="border-t border-line pt-4">
          <Part>
            <BadgeLine badges={badges} />
          </Part>
        </footer>
      )}
    </article>
  );
}

function Sums({ review }: { review: YearReview }): ReactNode {
  const { actions } = review;
  const sums = [
    [review.notes, 'notes'],
    [review.topics, 'topics talked through'],
    [actions.agreed, 'actions agreed'],
    [actions.done, 'done'],
    sumOfYear(review),
  ] as const;
  return (
    <dl className="flex flex-wrap justify-between gap-x-6 gap-y-4 border-t border-b border-line py-4">
      {sums.map(([value, name]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="text-xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const formatMonth = dateFormat({ month: 'long', timeZone: 'UTC' });
const formatShort = dateFormat({ month: 'short', timeZone: 'UTC' });
const formatLetter = dateFormat({ month: 'narrow', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2026, at, 15));
const largestDot = 4;

function dotOf(count: number): CSSProperties {
  if (count === 0) return { width: 3, background: 'var(--control)' };
  return { width: `min(100%, ${5 + 3 * Math.min(count, largestDot)}px)` };
}

const YearSection: Section = (props) => (
  <TitledSection {...props} level={2} size="text-base" className="gap-2" />
);

/** A dot's size shows the notes of its month. */
function Themes({ themes }: { themes: readonly YearTheme[] }): ReactNode {
  return (
    <YearSection title="What came up">
      <ScrollSideways>
        {/* Explicit roles, because `display` other than `table` removes a table's semantics. */}
        <table role="table" className="w-full text-sm">
          <thead role="rowgroup">
            <tr role="row" className="text-xs text-soft">
              <th role="columnheader" scope="col">
                <span className="sr-only">Theme, notes in each month</span>
              </th>
              {months.map((month) => (
                <th
                  key={month}
                  role="columnheader"
                  scope="col"
                  abbr={formatMonth(month)}
                  style={{ minWidth: 17 }}
                >
                  {formatLetter(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {themes.map(({ title, tone, months: counts }) => (
              <tr key={title} role="row" data-tone={tone}>
                <th
                  role="rowheader"
                  scope="row"
                  className="w-full py-1 text-left font-normal wrap-anywhere"
                >
                  <span title={title} className="line-clamp-2">
                    {title}
                  </span>
                </th>
                {counts.map((count, at) => (
                  <td key={months[at]} role="cell" title={`${count}`} className="text-center">
                    <span aria-hidden="true" className="year-dot" style={dotOf(count)} />
                    <span className="sr-only">{count}</span>
                    <span aria-hidden="true" className="hidden text-xs leading-none print:block">
                      {count > 0 && count}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollSideways>
    </YearSection>
  );
}

const box = { left: 16, right: 412, top: 22, bottom: 112 };
const range = [1, 5] as const;

/** Each retro at its date. Too few answers interrupt the line. */
function Morale({ review }: { review: YearReview }): ReactNode {
  const { year, morale } = review;
  const series = morale.map(({ mean }) => mean);
  const known = series.filter((mean) => mean !== null);
  const { y } = placesIn(box, 1, range);
  const [begin, end] = [Date.UTC(year), Date.UTC(year + 1)];
  const x = (at: number) => {
    const day = Date.parse(morale[at]?.closed_at ?? '');
    return box.left + ((box.right - box.left) * (day - begin)) / (end - begin);
  };
  const [highest, lowest] = [Math.max(...known), Math.min(...known)].map((mean) =>
    series.indexOf(mean),
  );
  return (
    <YearSection title="Morale">
      {known.length === 0 ? (
        <p className="text-soft">Not enough answers yet: a mood needs {review.answers_min}.</p>
      ) : (
        <>
          <svg
            {...untranslated}
            aria-hidden="true"
            viewBox="0 0 428 146"
            className="block w-full text-xs font-medium tabular-nums max-sm:text-base"
          >
            <path {...grid} d="M0 122H428" />
            {months.map((month, at) => (
              <text
                key={month}
                {...label}
                className={at % 2 === 0 ? label.className : `${label.className} max-sm:hidden`}
                x={box.left + ((box.right - box.left) * (at + 0.5)) / 12}
                y={140}
                textAnchor="middle"
              >
                {formatShort(month)}
              </text>
            ))}
            <path {...lineOf} className="text-link" d={pathOf(series, { x, y })} />
            {series.map((mean, at) =>
              mean === null ? (
                <circle key={at} {...ring} cx={x(at)} cy={122} r={3} />
              ) : (
                <circle key={at} {...dot} cx={x(at)} cy={y(mean)} r={3.5} />
              ),
            )}
            {series.map(
              (mean, at) =>
                mean !== null &&
                (at === highest || at === lowest) && (
                  <text
                    key={at}
                    fill="currentColor"
                    className="font-semibold"
                    x={x(at)}
                    // Off the line, which falls to the lowest.
                    y={y(mean) + (at === highest ? -9 : 18)}
                    textAnchor="middle"
                  >
                    {scoreText(mean)}
                  </text>
                ),
            )}
          </svg>
          {/* A hidden table is as wide as its cells. */}
          <div className="sr-only">
            <table>
              <caption>Mood before each retro</caption>
              <tbody>
                {morale.map(({ closed_at: at, mean }) => (
                  <tr key={at}>
                    <th scope="row">{formatDayOfYear(new Date(at))}</th>
                    <td>{mean === null ? 'not enough answers' : scoreText(mean)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </YearSection>
  );
}
