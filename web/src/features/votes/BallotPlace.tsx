import type { ReactNode } from 'react';

import './ballot-place.css';

/** Keeps a ballot's room on its card until the code of ballots is there. */
export function BallotPlace(): ReactNode {
  return <div className="topic-ballot w-32" />;
}
