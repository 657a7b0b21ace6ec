import type { ReactNode } from 'react';

import { Drawing } from './OfflineDrawing.tsx';
import { Sheet } from './Sheet.tsx';

/** Illustrations of rarely shown empty states, in the theme's colours. All are decorative. */

export function NoInvitations(): ReactNode {
  return (
    <Drawing>
      <path
        d="M44 52 88 22l44 30v44a8 8 0 0 1-8 8H52a8 8 0 0 1-8-8V52Z"
        fill="var(--sunken)"
        stroke="var(--control)"
      />
      <Sheet x={66} y={26} tilt={-4} tone="accent">
        <path d="M10 14h24M10 23h15" stroke="var(--accent-solid)" strokeWidth="3" />
      </Sheet>
      <path
        d="m44 54 38 25a11 11 0 0 0 12 0l38-25v42a8 8 0 0 1-8 8H52a8 8 0 0 1-8-8V54Z"
        fill="var(--card)"
        stroke="var(--control)"
      />
      <path d="m47 101 27-27M129 101l-27-27" stroke="var(--line-strong)" />
    </Drawing>
  );
}

export function NoMembers(): ReactNode {
  return (
    <Drawing>
      <circle cx="52" cy="56" r="13" fill="var(--card)" stroke="var(--control)" />
      <path d="M28 102c0-15 10-24 24-24s24 9 24 24" fill="var(--card)" stroke="var(--control)" />
      <circle cx="124" cy="56" r="13" fill="var(--card)" stroke="var(--control)" />
      <path d="M100 102c0-15 10-24 24-24s24 9 24 24" fill="var(--card)" stroke="var(--control)" />
      <circle cx="88" cy="42" r="17" fill="var(--success-soft)" stroke="var(--success-solid)" />
      <path
        d="M58 104c0-20 12-32 30-32s30 12 30 32"
        fill="var(--success-soft)"
        stroke="var(--success-solid)"
      />
      <path d="M88 35v14M81 42h14" stroke="var(--success-solid)" strokeWidth="3.5" />
    </Drawing>
  );
}

export function NotFound(): ReactNode {
  return (
    <Drawing>
      <Sheet x={22} y={34} tilt={-9} tone="warning">
        <path d="M26 10v24M26 27H11l12-17" stroke="var(--warning-solid)" strokeWidth="3.5" />
      </Sheet>
      <rect
        x="67"
        y="38"
        width="44"
        height="44"
        rx="6"
        stroke="var(--control)"
        strokeDasharray="5 6"
      />
      <path
        d="M81 55a8 8 0 1 1 11 7c-2 1-3 3-3 5M89 74h0"
        stroke="var(--control)"
        strokeWidth="3.5"
      />
      <Sheet x={112} y={36} tilt={8} tone="warning">
        <path d="M26 10v24M26 27H11l12-17" stroke="var(--warning-solid)" strokeWidth="3.5" />
      </Sheet>
    </Drawing>
  );
}

export function MailSent(): ReactNode {
  return (
    <Drawing>
      <path d="M18 84h26M10 68h24M26 52h16" stroke="var(--line-strong)" strokeWidth="3" />
      <g transform="rotate(-5 96 62)">
        <rect
          x="54"
          y="28"
          width="92"
          height="66"
          rx="10"
          fill="var(--card)"
          stroke="var(--control)"
        />
        <path d="m58 34 33 27a14 14 0 0 0 18 0l33-27" stroke="var(--control)" />
      </g>
      <circle cx="142" cy="86" r="17" fill="var(--success-soft)" stroke="var(--success-solid)" />
      <path d="m134 87 6 6 10-13" stroke="var(--success-solid)" strokeWidth="3.5" />
    </Drawing>
  );
}
