// The team's check-ups: by question, widest spread first, with the means as a line; and the start of the next one.
import { answersDiffer, builtInQuestions, spreadOf } from '@wentwell/contract/check-in/check-up';
import { questionsOf, type RetroHealth, totalsOn } from '@wentwell/contract/health/team-health';
import type { Team } from '@wentwell/contract/teams/teams';
import {
  ArrowLeftRight,
  Equal,
  MessageCircleQuestion,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { scoreText } from '#web/features/check-in/score-labels';
import { mayCreateIn } from '#web/features/meetings/meeting-actions';
import { useCreateMeeting } from '#web/features/meetings/meetings.queries';
import { teamContextOf } from '#web/features/members/team-context';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { type Column, Table } from '#web/ui/layout/Table.tsx';
import { TitledSection } from '#web/ui/layout/TitledSection.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';

import { Sparkline } from './Charts.tsx';
import type { Series } from './health-series.ts';

interface Dimension {
  question: string;
  series: Series;
  /** Spread in the last retro with answers. */
  spread: number;
  differs: boolean;
}

const trends = {
  Up: <TrendingUp />,
  Down: <TrendingDown />,
  Same: <Equal />,
};

function trendOf(series: Series): keyof typeof trends | null {
  const [before, last] = series.filter((value) => value !== null).slice(-2);
  if (before === undefined || last === undefined) return null;
  if (Math.abs(last - before) < 0.1) return 'Same';
  return last > before ? 'Up' : 'Down';
}

function dimensionsOf(retros: readonly RetroHealth[]): Dimension[] {
  return questionsOf(retros)
    .map((question) => {
      const totals = retros.map((retro) => totalsOn(retro, question));
      const last = totals.findLast((each) => each !== null);
      return {
        question,
        series: totals.map((each) => each?.mean ?? null),
        spread: last ? spreadOf(last) : 0,
        differs: last ? answersDiffer(last) : false,
      };
    })
    .toSorted((a, b) => b.spread - a.spread);
}

/** Renders nothing before the first check-up. */
export function CheckUpTrend({ retros }: { retros: readonly RetroHealth[] }): ReactNode {
  const asked = retros.filter(({ check_up }) => check_up.length > 0);
  if (asked.length === 0) return null;
  const columns: Column<Dimension>[] = [
    {
      header: 'Question',
      lead: true,
      cell: ({ question, differs }) => (
        <span className="grid justify-items-start gap-1 wrap-anywhere">
          {question}
          {differs && <Badge icon={<ArrowLeftRight />}>Answers differ</Badge>}
        </span>
      ),
    },
    {
      header: 'Mean',
      align: 'end',
      phone: 'half',
      cell: ({ series }) => {
        const last = series.findLast((value) => value !== null);
        return <b className="tabular-nums">{typeof last === 'number' ? scoreText(last) : '–'}</b>;
      },
    },
    {
      header: 'Since the last one',
      phone: 'half',
      cell: ({ series }) => {
        const trend = trendOf(series);
        return (
          <span className="inline-flex items-center gap-1.5 text-soft [&_svg]:size-4">
            {trend ? trends[trend] : null}
            {trend ?? 'First time'}
          </span>
        );
      },
    },
    {
      header: `Last ${asked.length}`,
      cell: ({ series }) => (
        <span className="block w-40 max-w-full">
          <Sparkline series={series} range={[1, 5]} />
          <span className="sr-only">
            {series.map((value) => (value === null ? 'too few' : scoreText(value))).join(', ')}
          </span>
        </span>
      ),
    },
  ];
  return (
    <TitledSection
      title={
        <>
          Check-up{' '}
          <small className="text-sm font-normal text-muted">widest spread first, from 1 to 5</small>
        </>
      }
      level={2}
      className="min-w-0 gap-3"
    >
      <Table
        label="Check-up by question"
        columns={columns}
        rows={dimensionsOf(asked)}
        rowKey={({ question }) => question}
      />
    </TitledSection>
  );
}

/**
 * Starts a check-up as its own meeting (docs/retro.md R-357), with the team's or the built-in questions. Null if the user
 * may not.
 */
export function useCheckUpStart(team: Team) {
  const asking = useDialog();
  const create = useCreateMeeting();
  const me = useMe();
  if (!mayCreateIn(teamContextOf(me, team))) return null;
  const check_up = team.check_up.length > 0 ? team.check_up : [...builtInQuestions];

  async function start(): Promise<void> {
    const settings = { check_up, only_check_up: true, hide_notes: false };
    const input = { name: 'Check-up', team_id: team.id, start: 'now', template_id: null } as const;
    const { id } = await create.mutateAsync({ ...input, settings });
    void navigate({ to: `/meetings/${id}` });
  }

  return {
    icon: <MessageCircleQuestion />,
    label: 'Hold a check-up',
    open: () => asking.open(),
    dialog: asking.render((dialog) => (
      <ConfirmDialog
        {...dialog}
        title="Hold a Check-up"
        description="It starts now for the whole team. Answers are anonymous."
        confirmLabel="Start Check-up"
        busyLabel="Starting…"
        onConfirm={start}
      />
    )),
  };
}
