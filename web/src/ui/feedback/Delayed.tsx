import type { ReactNode } from 'react';

/** What stands in while something loads: it shows itself after 150 ms, so that a quick answer does not make it flash. */
export function Delayed({
  busy = false,
  children,
}: {
  busy?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      {...(busy && { 'aria-busy': true })}
      className="transition-opacity delay-150 starting:opacity-0"
    >
      {children}
    </div>
  );
}
