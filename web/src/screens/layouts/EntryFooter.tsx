import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { linkClass, quietLinkClass } from '#web/ui/buttons/link-class';
import { Link } from '#web/ui/router/Link.tsx';

/** Links between login and registration, and to the landing page. */
export function EntryFooter(props: {
  question: string;
  to: '/login' | '/register';
  children: ReactNode;
  redirect: string | undefined;
}) {
  const { question, to, children, redirect } = props;
  return (
    <>
      <p>
        {question}{' '}
        <Link to={to} search={redirectSearch(redirect)} className={linkClass}>
          {children}
        </Link>
      </p>
      <BackHome />
    </>
  );
}

/** Links to the landing page, a separate document. */
export function BackHome() {
  return (
    <Link to="/" reloadDocument className={quietLinkClass}>
      <ArrowLeft />
      Back to home
    </Link>
  );
}
