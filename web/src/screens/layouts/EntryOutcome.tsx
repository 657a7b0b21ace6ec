// Shared parts of entry pages: an address, a sign, progress, failures, and the way back.
import { ArrowLeft, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';

import { useRedirect } from '#web/features/auth/redirect-target';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { Link } from '#web/ui/router/Link.tsx';

import { CardPage } from './CardPage.tsx';

export function EmailAddress({ email }: { email: string }): ReactNode {
  return <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>;
}

const tones = {
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  danger: 'bg-danger-soft text-danger-text',
};

export function CardSign({ tone, icon }: { tone: keyof typeof tones; icon: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mb-2 grid size-14 place-items-center rounded-lg [&_svg]:size-7',
        tones[tone],
      )}
    >
      {icon}
    </span>
  );
}

export function BackToLogin() {
  return (
    <Link to="/login" search={useRedirect()} className={quietLinkClass}>
      <ArrowLeft />
      Back to login
    </Link>
  );
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
  /** Links to the login by default. */
  footer?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { title, icon = <CircleX />, text, footer = <BackToLogin />, children } = props;
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
