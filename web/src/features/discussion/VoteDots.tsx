import { type TopicTotal, totalText } from '@wentwell/contract/discussion/votes';
import type { ReactNode } from 'react';

import { countedOut } from './vote-motion.ts';

import './vote-dots.css';

/** More votes are shown as a number. */
const dotsMax = 24;

/** A topic's votes as dots in its column's colour. */
export function VoteDots(props: { total: TopicTotal; tone?: string | undefined }): ReactNode {
  const { total, tone } = props;
  const { votes } = total;
  if (votes === 0 || votes > dotsMax) return <p className="font-bold">{totalText(total)}</p>;
  return (
    <p data-tone={tone} className="vote-dots flex flex-wrap">
      <span className="sr-only">{totalText(total)}</span>
      {Array.from({ length: votes }, (_, at) => (
        <i key={at} className="animate-rise rounded-full" style={countedOut(at)} />
      ))}
    </p>
  );
}
