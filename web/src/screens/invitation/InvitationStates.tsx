// The invitation page while the invitation is loading, failed to load, or does not exist.
import { Link } from '@tanstack/react-router';
import { CloudOff, Link2Off } from 'lucide-react';

import { CardPage } from '#web/screens/layouts/CardPage.tsx';
import { CardSign } from '#web/screens/layouts/CardSign.tsx';
import { buttonClass } from '#web/ui/buttons/button-class';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Delayed } from '#web/ui/feedback/Delayed.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { usePageTitle } from '#web/ui/layout/page-title';
import { VisuallyHidden } from '#web/ui/layout/VisuallyHidden.tsx';

export function InvalidLink() {
  usePageTitle('Invalid invitation link');
  return (
    <CardPage
      title="Invalid invitation link"
      icon={<CardSign tone="danger" icon={<Link2Off />} />}
      lead={
        <div role="alert" className="grid gap-1">
          <p>Invitation not found or may have expired</p>
          <p className="text-sm">
            Check that the link is complete, or ask your team for a new one.
          </p>
        </div>
      }
    >
      <Link to="/" reloadDocument className={buttonClass({ wide: true })}>
        Go to Homepage
      </Link>
    </CardPage>
  );
}

export function LoadingFailed(props: { text: string; busy?: boolean; onRetry: () => void }) {
  usePageTitle('Error loading invitation');
  return (
    <CardPage
      title="Error loading invitation"
      icon={<CardSign tone="danger" icon={<CloudOff />} />}
      lead={<p role="alert">{props.text}</p>}
    >
      <Button variant="primary" wide busy={props.busy ?? false} onClick={props.onRetry}>
        Try again
      </Button>
    </CardPage>
  );
}

export function InvitationShape() {
  return (
    <Delayed busy>
      <VisuallyHidden>Loading invitation</VisuallyHidden>
      <Card>
        <div className="grid gap-6 p-2 sm:p-4">
          <Skeleton width={56} height={56} />
          <div className="grid gap-3">
            <Skeleton width="60%" height={28} />
            <Skeleton width="90%" />
          </div>
          <Skeleton height={240} />
          <div className="grid grid-cols-2 gap-3">
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </div>
      </Card>
    </Delayed>
  );
}
