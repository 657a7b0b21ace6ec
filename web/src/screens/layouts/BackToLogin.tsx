import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { quietLinkClass } from '#web/ui/buttons/link-class';

/** The way out of a page about an account; `redirect` is where the person was going. */
export function BackToLogin({ redirect }: { redirect?: string | undefined }) {
  return (
    <Link to="/login" search={redirectSearch(redirect)} className={quietLinkClass}>
      <ArrowLeft aria-hidden="true" />
      Back to login
    </Link>
  );
}
