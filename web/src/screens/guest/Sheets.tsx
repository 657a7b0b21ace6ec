import type { CSSProperties, ReactNode } from 'react';

import { Mark } from '#web/features/notes/FaceDown.tsx';

const sheets = [
  ['color-mix(in srgb, var(--primary) 45%, var(--canvas))', '-6deg'],
  ['var(--primary)', '3deg'],
] as const;

const inked: CSSProperties & Record<`--${string}`, string> = {
  '--paper-fold': 'var(--on-primary)',
};

/** Two sheets of paper with the product's letter. */
export function Sheets(): ReactNode {
  return (
    <span aria-hidden="true" className="mb-6 grid">
      {sheets.map(([paper, rotate], at) => {
        const sheet: CSSProperties & Record<`--${string}`, string> = {
          '--paper': paper,
          '--paper-fold': 'color-mix(in srgb, var(--primary) 55%, var(--ink))',
          width: 125,
          height: 90,
          rotate,
        };
        return (
          <span
            key={paper}
            style={sheet}
            className="paper col-start-1 row-start-1 grid place-items-center"
          >
            {at === 1 && (
              <span style={inked}>
                <Mark />
              </span>
            )}
          </span>
        );
      })}
    </span>
  );
}
