import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { useRedirect } from '#web/features/auth/redirect-target';
import { linkClass, quietLinkClass } from '#web/ui/buttons/link-class';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Link } from '#web/ui/router/Link.tsx';

const tones = ['success', 'warning', 'accent'] as const;

/** One decorative sheet per column of a board. */
function Sheets() {
  return (
    <div aria-hidden="true" className="mb-4 flex">
      {tones.map((tone, at) => (
        <span
          key={tone}
          data-tone={tone}
          style={{ rotate: `${at * 9 - 9}deg` }}
          className="paper entry-sheet -mr-4 size-13"
        />
      ))}
    </div>
  );
}

/** An entry page's form, with its heading and a footer of links. */
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
      <div className="grid grid-cols-1 gap-6">
        <div className="grid gap-2 wrap-anywhere">
          {icon ?? <Sheets />}
          <SmallPart>
            <h1 className="text-xl font-bold">{title}</h1>
          </SmallPart>
          {lead !== undefined && (
            <Part>
              <div className="text-base text-soft">{lead}</div>
            </Part>
          )}
        </div>
        <Part>{children}</Part>
      </div>
      {footer && (
        <SmallPart>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-4 text-soft">
            {footer}
          </div>
        </SmallPart>
      )}
    </>
  );
}

/** Links between login and registration, and to the landing page. */
export function EntryFooter(props: {
  question: string;
  to: '/login' | '/register';
  children: ReactNode;
}) {
  const { question, to, children } = props;
  return (
    <>
      <p>
        {question}{' '}
        <Link to={to} search={useRedirect()} className={linkClass}>
          {children}
        </Link>
      </p>
      <BackHome />
    </>
  );
}

/** Links to the invitation that the visitor came from, or to the landing page, a separate document. */
export function BackHome() {
  const invitation = /^\/invitations\/([^/?]+)/.exec(useRedirect().redirect ?? '')?.[1];
  const isInvited = invitation !== undefined;
  return (
    <Link
      to={isInvited ? `/invitations/${invitation}` : '/'}
      reloadDocument={!isInvited}
      className={quietLinkClass}
    >
      <ArrowLeft />
      Back to {isInvited ? 'the invitation' : 'home'}
    </Link>
  );
}
