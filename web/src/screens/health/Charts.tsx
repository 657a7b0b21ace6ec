// Line charts of the last retros. Too few answers interrupt a line; a ring at the bottom marks the place.
import type { RetroHealth } from '@wentwell/contract/health/team-health';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';

import { scoreText } from '#web/features/check-in/score-labels';
import { classNames } from '#web/ui/class-names';

import { moodAfterOf, moodOf, type Series } from './health-series.ts';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function placesIn(
  { left, right, top, bottom }: Box,
  count: number,
  range: readonly [number, number],
) {
  const [least, most] = range;
  return {
    x: (at: number) => (count < 2 ? right : left + ((right - left) * at) / (count - 1)),
    y: (value: number) => {
      const part = (Math.min(Math.max(value, least), most) - least) / (most - least);
      return bottom - (bottom - top) * part;
    },
  };
}

export function pathOf(series: Series, { x, y }: ReturnType<typeof placesIn>): string {
  const path = line<number | null>(
    (_, at) => x(at),
    (value) => y(value ?? 0),
  );
  return path.digits(1).defined((value) => value !== null)(series) ?? '';
}

/**
 * Browser translation inserts a <font> into texts, which SVG does not render. The tables beside the charts are
 * translated.
 */
export const untranslated = { translate: 'no' };

// Text colour classes, so that charts need none of their own.
export const lineOf = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
export const ring = {
  fill: 'var(--canvas)',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  className: 'text-muted',
};
/** No value: too few answers. */
const missing = { ...ring, strokeDasharray: '2 2' };
export const dot = { fill: 'currentColor', className: 'text-link' };
export const grid = { stroke: 'currentColor', className: 'text-line-strong' };
export const label = { fill: 'currentColor', className: 'text-muted' };

/** Stretched to its width, so strokes and spots keep their size in px. */
const unscaled = { vectorEffect: 'non-scaling-stroke' } as const;

function Spot(props: { x: number; y: number; size: number; color?: string }): ReactNode {
  const { x, y, size, color = 'currentColor' } = props;
  return (
    <path
      {...unscaled}
      d={`M${x} ${y}h.01`}
      stroke={color}
      strokeWidth={size}
      strokeLinecap="round"
    />
  );
}

/** Hidden from screen readers, because the last value is text beside it. */
export function Sparkline(props: { series: Series; range: readonly [number, number] }): ReactNode {
  const { series, range } = props;
  const box = { left: 5, right: 234, top: 6, bottom: 34 };
  const places = placesIn(box, series.length, range);
  const last = series.at(-1) ?? null;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 40"
      preserveAspectRatio="none"
      overflow="visible"
      className="mt-auto block h-10 w-full max-sm:h-8"
    >
      <path {...grid} {...unscaled} d="M0 36H240" />
      <path {...lineOf} {...unscaled} className="text-link" d={pathOf(series, places)} />
      {series.map(
        (value, at) =>
          value === null && (
            <g key={at} className="text-muted">
              <Spot x={places.x(at)} y={36} size={7} />
              <Spot x={places.x(at)} y={36} size={4} color="var(--surface)" />
            </g>
          ),
      )}
      {last !== null && (
        <g className="text-link">
          <Spot x={places.x(series.length - 1)} y={places.y(last)} size={9} />
        </g>
      )}
    </svg>
  );
}

const range = [1, 5] as const;
const box = { left: 26, right: 442, top: 12, bottom: 236 };

/** Mood before and after. `RetroTable` has the same figures as text. */
export function MoodChart({ retros }: { retros: readonly RetroHealth[] }): ReactNode {
  const places = placesIn(box, retros.length, range);
  const [before, after] = [retros.map(moodOf), retros.map(moodAfterOf)];
  const shown = retros.map((_, at) => at).filter((at) => at % Math.ceil(retros.length / 7) === 0);
  return (
    <figure>
      <svg
        {...untranslated}
        viewBox="0 0 540 262"
        role="img"
        aria-label={`Mood before and after the last ${retros.length} retros`}
        overflow="visible"
        // In chart units, which scale with its width. Larger letters would overlap.
        className="block w-full text-[min(0.75rem,16px)] font-medium tabular-nums max-md:text-[min(0.9375rem,18px)]"
      >
        {[1, 2, 3, 4, 5].map((value) => (
          <g key={value}>
            <path {...grid} d={`M26 ${places.y(value)}H456`} />
            <text {...label} x={0} y={places.y(value) + 4}>
              {value}
            </text>
          </g>
        ))}
        {shown.map((at, index) => (
          <text
            key={at}
            {...label}
            x={places.x(at)}
            y={258}
            textAnchor="middle"
            className={classNames(label.className, index % 2 > 0 && 'max-md:hidden')}
          >
            {dayOf(retros[at])}
          </text>
        ))}
        <path {...lineOf} strokeDasharray="2 5" className="text-muted" d={pathOf(after, places)} />
        <path {...lineOf} className="text-link" d={pathOf(before, places)} />
        {retros.map(({ meeting_id }, at) => (
          <Dots key={meeting_id} x={places.x(at)} y={places.y} values={[before[at], after[at]]} />
        ))}
        <EndNames before={before.at(-1) ?? null} after={after.at(-1) ?? null} y={places.y} />
      </svg>
      {before.includes(null) && (
        <figcaption className="mt-2 flex items-center gap-2 text-sm text-muted">
          <svg aria-hidden="true" viewBox="0 0 10 10" width={10} height={10}>
            <circle {...missing} cx={5} cy={5} r={4} />
          </svg>
          Not enough answers in that retro
        </figcaption>
      )}
    </figure>
  );
}

function dayOf(retro: RetroHealth | undefined): string {
  const day = retro && new Date(retro.closed_at);
  return day?.toLocaleDateString(undefined, { day: 'numeric', month: 'short' }) ?? '';
}

type Value = number | null | undefined;

function Dots(props: {
  x: number;
  y: (value: number) => number;
  values: [Value, Value];
}): ReactNode {
  const { x, y } = props;
  const [before = null, after = null] = props.values;
  return (
    <>
      {after !== null && <circle {...ring} cx={x} cy={y(after)} r={3} />}
      {before === null ? (
        <circle {...missing} cx={x} cy={box.bottom} r={4} />
      ) : (
        <circle {...dot} cx={x} cy={y(before)} r={3.5} />
      )}
    </>
  );
}

/** Labels at the line ends instead of a legend, moved apart if they would overlap. */
function EndNames(props: {
  before: number | null;
  after: number | null;
  y: (value: number) => number;
}): ReactNode {
  const { before, after, y } = props;
  const first = before === null ? null : y(before) + 4;
  const isClose = first !== null && after !== null && Math.abs(y(after) + 4 - first) < 15;
  const second = after === null ? null : isClose ? (first ?? 0) - 15 : y(after) + 4;
  return (
    <g className="font-semibold">
      {after !== null && (
        <text fill="currentColor" className="text-soft" x={456} y={second ?? 0}>
          After {scoreText(after)}
        </text>
      )}
      {before !== null && (
        <text fill="currentColor" className="text-ink" x={456} y={first ?? 0}>
          Before {scoreText(before)}
        </text>
      )}
    </g>
  );
}
