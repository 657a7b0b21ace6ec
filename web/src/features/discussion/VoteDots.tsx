import { type TopicTotal, totalText } from '@wentwell/contract/discussion/votes';
import type { ReactNode } from 'react';

import { countedOut } from './vote-motion.ts';

import './vote-dots.css';

/** More votes are shown as a number. */
const dotsMax = 24;

/** A topic's votes as dots in its column's colour. */
export function VoteDots(props: {
  total: TopicTotal;
  tone?: string | undefined;
  /** Shows the figures as text, too. */
  isCaptioned?: boolean;
}): ReactNode {
  const { total, tone, isCaptioned = false } = props;
  const { votes } = total;
  if (votes === 0 || votes > dotsMax) return <p className="font-bold">{totalText(total)}</p>;
  return (
    <p data-tone={tone} className="vote-dots flex flex-wrap">
      {Array.from({ length: votes }, (_, at) => (
        <i key={at} className="animate-rise rounded-full" style={countedOut(at)} />
      ))}
      <span className={isCaptioned ? 'ml-2 text-soft' : 'sr-only'}>{totalText(total)}</span>
    </p>
  );
}
