import { type Phase, phaseFacts } from '@wentwell/contract/phases';
import type { ReactNode } from 'react';

import { Badge, type BadgeTone } from '#web/ui/feedback/Badge.tsx';

/** Blue in the waiting phase, green where notes may be added, purple in between, gray at the end. */
function toneOf(phase: Phase): BadgeTone {
  if (phase === 'joining') return 'blue';
  if (phase === 'closing_ready') return 'gray';
  return phaseFacts[phase].adds ? 'green' : 'purple';
}

export function PhaseBadge({ phase }: { phase: Phase }): ReactNode {
  return <Badge tone={toneOf(phase)}>{phaseFacts[phase].label}</Badge>;
}
