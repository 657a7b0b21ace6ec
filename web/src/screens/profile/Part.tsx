import { type ReactNode, useId } from 'react';

import { Card } from '#web/ui/layout/Card.tsx';

/** A section of the profile. */
export function Part(props: { title: string; lead?: string; children: ReactNode }) {
  const { title, lead, children } = props;
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {lead !== undefined && <p className="text-soft">{lead}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}
