import { ArrowRight, ChevronLeft, Eye, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { IconLink } from '#web/ui/buttons/IconLink.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Kbd } from '#web/ui/layout/Kbd.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';

export function BasicsCard(): ReactNode {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-6">
        <Wordmark size="lg" />
        <Wordmark />
      </div>
      <div>
        <p className="text-2xl font-extrabold">Say it. Sort it. Ship it.</p>
        <p className="mt-3 text-lg text-soft">Retrospectives that end in a tick.</p>
      </div>
      <PageHeader
        back={<IconButton label="Back" icon={<ChevronLeft />} />}
        title="Meeting Notes"
        badge={
          <Badge tone="green" dot>
            Live
          </Badge>
        }
        description="Sprint 12, the one with the migration"
        actions={
          <>
            <Button>Jump to</Button>
            <Button variant="primary" icon={<ArrowRight />}>
              Next: Voting
            </Button>
          </>
        }
      />
      <p>
        Body text with{' '}
        <a className={linkClass} href="#link">
          a link
        </a>
        , a key <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>, <span className="text-soft">soft</span> and{' '}
        <span className="text-muted">muted</span> words.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" icon={<Plus />}>
          Create Meeting
        </Button>
        <Button>Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger" icon={<Trash2 />}>
          Delete
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button size="sm">Small</Button>
        <Button variant="primary" size="lg">
          Start Grooming Your Team
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy busyLabel="Logging in…">
          Login
        </Button>
        <Button busy>Saving it all</Button>
        <Button variant="primary" disabled>
          Final Phase
        </Button>
        <Button disabledReason="Cannot edit closed meetings">Edit</Button>
        <IconButton label="Delete" tone="danger" icon={<Trash2 />} />
        <IconButton label="Add" tone="primary" icon={<Plus />} />
        <IconLink label="View" icon={<Eye />} render={<a href="#view" />} />
        <IconButton label="Cannot" disabledReason="Cannot remove yourself" icon={<Trash2 />} />
        <Spinner label="Loading" size="lg" />
      </div>
    </div>
  );
}
