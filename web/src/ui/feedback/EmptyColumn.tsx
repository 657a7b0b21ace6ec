import type { CSSProperties, ReactNode } from 'react';

const leaves = [
  ['success', '-9deg'],
  ['warning', '2deg'],
  ['accent', '10deg'],
] as const;

export function EmptyColumn(): ReactNode {
  return (
    <span aria-hidden="true" className="flex justify-center pb-2">
      {leaves.map(([tone, rotate]) => {
        const back: CSSProperties & Record<'--paper', string> = {
          '--paper': 'var(--paper-back)',
          rotate,
        };
        return (
          <span key={tone} data-tone={tone} style={back} className="paper -mx-3.5 h-18 w-18" />
        );
      })}
    </span>
  );
}
