import { buttonClass } from '#web/ui/buttons/button-class';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { NotFound as NotFoundDrawing } from '#web/ui/feedback/illustrations.tsx';
import { Link } from '#web/ui/router/Link.tsx';

export function NotFound() {
  return (
    <div className="grid flex-1 content-center py-10">
      <EmptyState
        level={1}
        illustration={<NotFoundDrawing />}
        title="Page Not Found"
        action={
          <Link to="/" reloadDocument className={buttonClass({ variant: 'primary' })}>
            Go to Homepage
          </Link>
        }
      >
        There is nothing at this address. It may have moved, or the link was cut off.
      </EmptyState>
    </div>
  );
}
