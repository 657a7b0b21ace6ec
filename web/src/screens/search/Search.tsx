import { useQueries, useQuery, keepPreviousData } from '@tanstack/react-query';
import { TeamId } from '@wentwell/contract/ids';
import type { ColumnTone } from '@wentwell/contract/notes/columns';
import {
  maxCounted,
  SearchCounts,
  SearchKind,
  type SearchResult,
  SearchResults,
} from '@wentwell/contract/teams/search';
import { trimmed } from '@wentwell/contract/text/letters';
import {
  CalendarDays,
  ChevronDown,
  ListChecks,
  MessageCircle,
  MessagesSquare,
  Search as SearchIcon,
  StickyNote,
} from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { currentDay, type Day, isDay, midnightOf } from '#web/api/days';
import { readQuery } from '#web/api/queries';
import { serverNow } from '#web/api/server-time';
import { shortDay } from '#web/features/actions/day-words';
import { useCurrentTeam } from '#web/features/teams/current-team.tsx';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { LoadingBars, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { useDebounced } from '#web/ui/feedback/use-debounced';
import { dateFormat, formatDay } from '#web/ui/formats';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { navigate } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';
import type { Visit } from '#web/ui/router/router-context';

const kinds: Record<SearchKind, { name: string; plural: string; icon: ReactNode }> = {
  note: { name: 'Note', plural: 'Notes', icon: <StickyNote /> },
  topic: { name: 'Topic', plural: 'Topics', icon: <MessagesSquare /> },
  action: { name: 'Action', plural: 'Actions', icon: <ListChecks /> },
  comment: { name: 'Comment', plural: 'Comments', icon: <MessageCircle /> },
  meeting: { name: 'Meeting', plural: 'Meetings', icon: <CalendarDays /> },
};

/** The whole query is in the address, so that links reproduce the results. */
export function Search({ search }: Pick<Visit, 'search'>): ReactNode {
  const { q = '', before = '' } = search;
  const asked: Asked = {
    q: trimmed(q),
    team_id: TeamId.safeParse(search['team_id']).data,
    kind: SearchKind.safeParse(search['kind']).data,
    before: isDay(before) ? before : undefined,
  };

  function ask(next: Partial<Asked>): void {
    const { q: text, ...filters } = { ...asked, ...next };
    void navigate({ to: '/search', search: { q: text || undefined, ...filters }, replace: true });
  }

  const counts = useQuery(countsQuery(asked)).data;
  return (
    <>
      <SmallPart>
        <h1 className="sr-only">Search</h1>
      </SmallPart>
      <search className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <SmallPart>
            <Words asked={asked} ask={ask} counts={counts} />
            <TeamFilter asked={asked} ask={ask} />
            <DayFilter asked={asked} ask={ask} />
          </SmallPart>
        </div>
        <div className="flex min-w-0">
          <Part>
            <RadioGroup
              label="Kind"
              hideLabel
              choices={[
                { value: 'all', label: 'All', count: asked.q ? toShown(sumOf(counts)) : undefined },
                ...SearchKind.options.map((kind) => ({
                  value: kind,
                  label: kinds[kind].plural,
                  count: asked.q ? toShown(counts?.[kind]) : undefined,
                })),
              ]}
              value={asked.kind ?? 'all'}
              onValueChange={(kind) => ask({ kind: kind === 'all' ? undefined : kind })}
            />
          </Part>
        </div>
      </search>
      <Part attempt={JSON.stringify(asked)}>
        <Results asked={asked} />
      </Part>
      <SmallPart>
        <p className="text-xs text-muted">You only see results you have access to.</p>
      </SmallPart>
    </>
  );
}

interface Filter {
  asked: Asked;
  ask: (next: Partial<Asked>) => void;
}

function sumOf(counts: SearchCounts | undefined): number | undefined {
  return counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function toShown(count: number | undefined): number | string | undefined {
  return count !== undefined && count > maxCounted ? `${maxCounted}+` : count;
}

const typingMs = 300;

function Words({ asked, ask, counts }: Filter & { counts: SearchCounts | undefined }): ReactNode {
  const { q, kind } = asked;
  const [typed, setTyped] = useState(q);
  const [words, flush] = useDebounced(trimmed(typed), typingMs);
  const askFor = useEffectEvent((text: string) => {
    if (text !== q) ask({ q: text });
  });
  useEffect(() => askFor(words), [words]);
  // The palette or Back may have changed the query.
  const [arrived, setArrived] = useState(q);
  if (q !== arrived) {
    setArrived(q);
    if (q !== words) setTyped(q);
  }
  const found = toShown(kind ? counts?.[kind] : sumOf(counts));
  return (
    <Form className="relative min-w-0 flex-1 basis-60" onSubmit={flush}>
      <span className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-muted">
        <SearchIcon className="size-4" />
      </span>
      <input
        type="search"
        aria-label="Search in my teams"
        placeholder="Search…"
        autoComplete="off"
        autoFocus
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="ring-focus h-13 w-full min-w-0 rounded-md border border-control bg-surface pr-24 pl-10 text-lg placeholder:text-muted"
      />
      <span
        role="status"
        className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-sm text-muted tabular-nums"
      >
        {q !== '' && found !== undefined && `${found} found`}
      </span>
    </Form>
  );
}

const everyTeam = 'all';

function TeamFilter({ asked, ask }: Filter): ReactNode {
  const { teams } = useCurrentTeam();
  if (teams.length < 2) return null;
  return (
    <div>
      <SelectField
        label="Team"
        hideLabel
        options={[
          { value: everyTeam, label: 'All my teams' },
          ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={asked.team_id ?? everyTeam}
        onValueChange={(value) => ask({ team_id: teams.find(({ id }) => id === value)?.id })}
      />
    </div>
  );
}

function DayFilter({ asked, ask }: Filter): ReactNode {
  const { before } = asked;
  return (
    <div>
      <Popover
        label="Day"
        align="end"
        trigger={
          <Button data-printed={before} icon={<CalendarDays />}>
            {before ? `Before ${shortDay(before, currentDay())}` : 'Any day'}
            <ChevronDown />
          </Button>
        }
      >
        <div className="grid gap-3">
          <DateField
            label="Before"
            value={before ?? ''}
            onChange={({ target: { value } }) => ask({ before: value || undefined })}
          />
          {before && <Button onClick={() => ask({ before: undefined })}>Any day</Button>}
        </div>
      </Popover>
    </div>
  );
}

function Results({ asked }: { asked: Asked }): ReactNode {
  const address = JSON.stringify(asked);
  const [more, setMore] = useState<{ address: string; from: string[] }>({ address, from: [] });
  const from = more.address === address ? more.from : [];
  const [query, ...others] = useQueries({
    queries: [foundQuery(asked), ...from.map((next) => foundQuery(asked, next))],
  });
  const last = others.at(-1) ?? query;
  if (asked.q === '') {
    return (
      <EmptyState
        illustration={<SearchIcon className="size-12 text-muted" />}
        title="Search your teams' boards"
      >
        Each word also finds longer words that begin with it. “Words in quotes” must be next to each
        other.
      </EmptyState>
    );
  }
  if (!query || query.isPending) return <LoadingBars rows={3} height={44} />;
  if (!query.data) return <LoadFailure title="The search failed" query={query} />;
  const pages = [query, ...others].flatMap(({ data }) => data ?? []);
  const results = pages.flatMap((page) => page.results);
  const next = !query.isPlaceholderData && pages.at(-1)?.next;
  if (results.length === 0) {
    const isFiltered = asked.team_id ?? asked.kind ?? asked.before;
    return (
      <EmptyState
        illustration={<SearchIcon className="size-12 text-muted" />}
        title={`Nothing found for “${asked.q}”`}
      >
        {isFiltered ? 'Search all kinds, all teams and any day, or try' : 'Try'} fewer or shorter
        words.
      </EmptyState>
    );
  }
  return (
    <div>
      <ul aria-label="Results">
        {results.map((result) => (
          <li key={`${result.kind} ${result.id}`} className="border-b border-line">
            <Part>
              <Result result={result} ofOne={asked.team_id} />
            </Part>
          </li>
        ))}
      </ul>
      {last?.isError && <LoadFailure title="The search failed" query={last} />}
      {next && (
        <p className="pt-2">
          <Button
            variant="ghost"
            busy={last?.isFetching ?? false}
            onClick={() => setMore({ address, from: [...from, next] })}
          >
            More <ChevronDown />
          </Button>
        </p>
      )}
    </div>
  );
}

const ofThisYear = dateFormat({ day: 'numeric', month: 'short' });

function dayText(at: Date): string {
  return at.getFullYear() === serverNow().getFullYear() ? ofThisYear(at) : formatDay(at);
}

function Result(props: { result: SearchResult; ofOne: TeamId | undefined }): ReactNode {
  const { kind, meeting_id, team_id, title, column, discussed, excerpt, at } = props.result;
  const { teams } = useCurrentTeam();
  const team = teams.length > 1 && !props.ofOne && teams.find(({ id }) => id === team_id)?.name;
  const isTitle = kind === 'meeting';
  const often = (discussed ?? 0) > 1 && `discussed in ${discussed} retros`;
  const where = [
    column?.title ?? kinds[kind].name,
    often,
    !isTitle && title,
    team !== title && team,
  ];
  return (
    <Link
      to={meeting_id ? `/meetings/${meeting_id}` : '/actions'}
      className="ring-focus flex gap-3.5 rounded-sm py-3 hover:text-link"
    >
      <span aria-hidden="true" className="flex h-6 items-center text-soft [&_svg]:size-4.5">
        {column ? <Leaf tone={column.tone} /> : kinds[kind].icon}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="text-base font-medium">
          {excerpt.map(({ text, hit }, index) => {
            const Piece = hit ? 'mark' : 'span';
            return (
              // Pieces of one text, in order.
              <Piece
                key={index}
                className={
                  hit
                    ? 'bg-transparent font-bold text-ink underline decoration-primary decoration-2 underline-offset-4'
                    : undefined
                }
              >
                {text}
              </Piece>
            );
          })}
        </span>
        <span className="block text-sm text-soft">{where.filter(Boolean).join(' · ')}</span>
      </span>
      <time dateTime={at} className="text-sm text-soft tabular-nums">
        {dayText(new Date(at))}
      </time>
    </Link>
  );
}

/** A piece of paper in the column's colour. */
function Leaf({ tone }: { tone: ColumnTone }): ReactNode {
  return (
    <span
      data-tone={tone}
      className="size-4.5"
      style={{
        background: 'var(--paper-back)',
        borderRadius: 4,
        clipPath: 'polygon(0 0, 100% 0, 100% 65%, 65% 100%, 0 100%)',
      }}
    />
  );
}

interface Asked {
  q: string;
  team_id: TeamId | undefined;
  kind: SearchKind | undefined;
  before: Day | undefined;
}

/** `next` is the previous page's cursor. */
function foundQuery({ q, team_id, kind, before }: Asked, next?: string) {
  return readQuery(
    ['search', 'found', q, team_id, kind, before, next],
    {
      path: '/api/v1/search',
      query: { q, team_id, kind, before: next ?? (before && midnightOf(before).toISOString()) },
      schema: SearchResults,
    },
    { enabled: q !== '', ...(next === undefined && { placeholderData: keepPreviousData }) },
  );
}

function countsQuery({ q, team_id, before }: Omit<Asked, 'kind'>) {
  return readQuery(
    ['search', 'counts', q, team_id, before],
    {
      path: '/api/v1/search/counts',
      query: { q, team_id, before: before && midnightOf(before).toISOString() },
      schema: SearchCounts,
    },
    { enabled: q !== '', placeholderData: keepPreviousData },
  );
}
