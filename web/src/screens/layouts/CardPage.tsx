import type { ReactNode } from 'react';

import { Card } from '#web/ui/layout/Card.tsx';

export function CardPage(props: {
  title: string;
  lead?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  const { title, lead, icon, children, footer } = props;
  return (
    <>
      <Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-2 sm:p-4">
          <div className="grid gap-2 wrap-anywhere">
            {icon}
            <h1 className="text-xl font-bold">{title}</h1>
            {lead !== undefined && <div className="text-base text-soft">{lead}</div>}
          </div>
          {children}
        </div>
      </Card>
      {footer !== undefined && (
        <div className="mt-6 grid justify-items-center gap-4 text-center text-soft">{footer}</div>
      )}
    </>
  );
}
