import { cloneElement, type ReactElement, type ReactNode } from 'react';

import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { iconButtonClass } from './IconButton.tsx';

type LinkElementProps = {
  'aria-label'?: string;
  'aria-describedby'?: string;
  className?: string;
  children?: ReactNode;
};

/** A link that looks like an IconButton: `<IconLink render={<Link to="/" />}>`. */
export function IconLink({
  label,
  icon,
  render,
}: {
  label: string;
  icon: ReactNode;
  render: ReactElement<LinkElementProps>;
}): ReactNode {
  return (
    <Tooltip text={label} describes={false}>
      {cloneElement(render, { 'aria-label': label, className: iconButtonClass('quiet') }, icon)}
    </Tooltip>
  );
}
