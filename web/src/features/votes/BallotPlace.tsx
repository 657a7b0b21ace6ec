import type { ReactNode } from 'react';

import './ballot-place.css';

/** Reserves a ballot's place on its card while the code loads. */
export function BallotPlace(): ReactNode {
  return <div className="topic-ballot w-32" />;
}
