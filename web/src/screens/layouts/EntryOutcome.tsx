// Shared parts of entry pages: an address, progress, and failures.
import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';

import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';

import { CardPage } from './CardPage.tsx';
import { CardSign } from './CardSign.tsx';

export function EmailAddress({ email }: { email: string }): ReactNode {
  return <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>;
}

export function BusyPage({ title, label }: { title: string; label: string }): ReactNode {
  return (
    <CardPage
      title={title}
      icon={
        <span className="mb-2 grid size-14 place-items-center text-link">
          <Spinner size="lg" label={label} />
        </span>
      }
      lead="This takes only a moment."
    />
  );
}

export function FailurePage(props: {
  title: string;
  icon?: ReactNode;
  text: ReactNode;
  footer?: ReactNode;
  /** Links to the next steps. */
  children: ReactNode;
}): ReactNode {
  const { title, icon = <CircleX />, text, footer, children } = props;
  usePageTitle(title);
  return (
    <CardPage
      title={title}
      icon={<CardSign tone="danger" icon={icon} />}
      lead={<div role="alert">{text}</div>}
      footer={footer}
    >
      {children}
    </CardPage>
  );
}
