import { ArrowLeft } from 'lucide-react';

import { redirectSearch } from '#web/features/auth/redirect-target';
import { quietLinkClass } from '#web/ui/buttons/link-class';
import { Link } from '#web/ui/router/Link.tsx';

export function BackToLogin({ redirect }: { redirect?: string | undefined }) {
  return (
    <Link to="/login" search={redirectSearch(redirect)} className={quietLinkClass}>
      <ArrowLeft />
      Back to login
    </Link>
  );
}
