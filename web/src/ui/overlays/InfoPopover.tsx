import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';

import { Popover } from './Popover.tsx';

/** Explains something beside it. `label` names the button. */
export function InfoPopover(props: {
  label: string;
  name: string;
  children: ReactNode;
}): ReactNode {
  const trigger = <IconButton label={props.label} icon={<Info />} />;
  return (
    <Popover label={props.name} align="end" trigger={trigger}>
      {props.children}
    </Popover>
  );
}
