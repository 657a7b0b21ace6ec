import { type ReactNode, useState } from 'react';

import { readStored, storageKeys, store } from '#web/api/browser-storage';

import './meeting-frame.css';
import './meeting-frame-phone.css';
import './meeting-frame-low.css';
import './meeting-frame-print.css';

export type Density = 'comfortable' | 'compact';

/** How closely this person wants the cards of all boards; remembered in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    readStored(storageKeys.density) === 'compact' ? 'compact' : 'comfortable',
  );
  return [
    density,
    (next) => {
      setDensity(next);
      store(storageKeys.density, next);
    },
  ];
}

/** The places of the meeting page. Each part is rendered once; where it stands is the style sheet's to say. */
export function MeetingFrame(props: {
  bar?: ReactNode;
  /** The user's controls in this phase: in the bar, and on a phone at the bottom. */
  controls?: ReactNode;
  status?: ReactNode;
  panel?: ReactNode;
  /** Whether the controls include those of the facilitator, which get a row of their own on a phone. */
  leads?: boolean;
  density?: Density;
  children: ReactNode;
}): ReactNode {
  const { bar, controls, status, panel, leads = false, density, children } = props;
  return (
    <div className="meeting-frame" data-leads={leads || undefined} data-density={density}>
      <div className="meeting-top">
        {bar}
        {controls && <div className="meeting-controls">{controls}</div>}
      </div>
      {status}
      <div id="board" tabIndex={-1} className="meeting-board outline-none">
        {children}
      </div>
      {panel}
    </div>
  );
}
