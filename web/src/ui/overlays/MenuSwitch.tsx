import type { ComponentProps, ReactNode } from 'react';

import { MenuItem } from './Menu.tsx';

import './menu-switch.css';

export function MenuSwitch(
  props: Pick<ComponentProps<typeof MenuItem>, 'icon' | 'onSelect' | 'children'> & {
    checked: boolean;
  },
): ReactNode {
  return <MenuItem {...props} role="menuitemcheckbox" end={<span className="menu-switch" />} />;
}
