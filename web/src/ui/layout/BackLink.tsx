import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { quietLinkClass } from '#web/ui/buttons/link-class';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import type { Address } from '#web/ui/router/history';
import { Link } from '#web/ui/router/Link.tsx';

/** Above the page of a part of a meeting. */
export function BackLink({ to, children }: { to: Address; children: string }): ReactNode {
  return (
    <SmallPart>
      <nav aria-label="Meeting">
        <Link to={to} aria-current={undefined} className={quietLinkClass}>
          <ArrowLeft /> {children}
        </Link>
      </nav>
    </SmallPart>
  );
}
