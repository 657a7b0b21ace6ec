import type { ReactNode } from 'react';

import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';

import type { Density } from './use-density.ts';

const choices = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

export function DensityChoice(props: {
  density: Density;
  onChoose: (density: Density) => void;
}): ReactNode {
  return (
    <RadioGroup
      label="Density of cards"
      hideLabel
      choices={choices}
      value={props.density}
      onValueChange={props.onChoose}
    />
  );
}
