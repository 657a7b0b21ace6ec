import { Rows2, Rows4 } from 'lucide-react';
import type { ReactNode } from 'react';

import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';

import type { Density } from './use-density.ts';

const choices = [
  { value: 'comfortable', label: 'Comfortable', icon: <Rows2 aria-hidden="true" /> },
  { value: 'compact', label: 'Compact', icon: <Rows4 aria-hidden="true" /> },
] as const;

export function DensityChoice(props: {
  density: Density;
  onChoose: (density: Density) => void;
}): ReactNode {
  return (
    <div className="shrink-0 border-t border-line p-3 text-xs">
      <RadioGroup
        label="Density of cards"
        hideLabel
        choices={choices}
        value={props.density}
        onValueChange={props.onChoose}
      />
    </div>
  );
}
