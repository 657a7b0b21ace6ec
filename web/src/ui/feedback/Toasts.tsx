import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { classNames } from '#web/ui/class-names';
import { keyOf } from '#web/ui/key-press';
import { useRootMark } from '#web/ui/root-mark';

import { SmallPart } from './ErrorBoundary.tsx';
import { getToasts, subscribeToasts, toast, type ShownToast } from './toast.ts';

const tones = {
  success: { icon: CircleCheck, color: 'text-success-text' },
  error: { icon: CircleAlert, color: 'text-danger-text' },
  info: { icon: Info, color: 'text-info-text' },
  warning: { icon: TriangleAlert, color: 'text-warning-text' },
};

const isUnseen = (): boolean => document.visibilityState === 'hidden';

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Rendered once by App. No toast expires under the pointer or focus, or on a hidden page. */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(subscribeToasts, getToasts);
  const [held, setHeld] = useState(false);
  const unseen = useSyncExternalStore(subscribeVisibility, isUnseen);
  // Rendered into the body, like dialogs, so that toasts lie above them.
  return createPortal(
    // Phones show toasts at the top, away from buttons. The section is always rendered, or screen readers would miss the first
    // toast.
    <section
      aria-label="Notifications"
      aria-live="polite"
      data-toasts=""
      onPointerEnter={() => setHeld(true)}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="layer-toast pointer-events-none fixed inset-x-3 top-[max(8px,env(safe-area-inset-top))] flex flex-col gap-2 sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-95"
    >
      {toasts.map((shown) => (
        <SmallPart key={shown.id}>
          <ToastCard
            shown={shown}
            held={held || unseen}
            // A removed card fires no pointer or focus event, so the other toasts would never expire.
            onGone={() => setHeld(false)}
          />
        </SmallPart>
      ))}
    </section>,
    document.body,
  );
}

function ToastCard(props: { shown: ShownToast; held: boolean; onGone: () => void }): ReactNode {
  const { shown, held, onGone } = props;
  const { id, title, description, action, duration, leaving } = shown;
  const { icon: Icon, color } = tones[shown.tone];
  useRootMark(shown.group && !shown.isHidden ? `toast-${id}` : null);

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => toast.dismiss(id), duration);
    return () => clearTimeout(timer);
    // Depends on `shown`, not only on its id, so that a replaced toast restarts its timer.
  }, [held, duration, id, shown]);

  // A hidden notice may replace the card that had the pointer or the focus.
  const [beganVisible] = useState(!shown.isHidden);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (beganVisible && shown.isHidden) gone();
  }, [beganVisible, shown.isHidden]);

  function dismiss(): void {
    toast.dismiss(id);
    onGone();
  }

  if (shown.isHidden) return <p className="sr-only">{title}</p>;
  return (
    <div
      // No `status`: the section already announces it, and a second live region would repeat it.
      role={shown.tone === 'error' ? 'alert' : 'group'}
      data-toast={shown.group && id}
      onKeyDown={(event) => keyOf(event) === 'Escape' && dismiss()}
      className={classNames(
        'forced-border pointer-events-auto flex animate-rise items-start gap-2 rounded-md bg-overlay py-1.5 pr-1.5 pl-3 text-ink shadow-float transition-[opacity,translate,scale] motion-slow',
        leaving && 'translate-y-1 opacity-0',
      )}
    >
      <Icon className={classNames('mt-3 size-5 shrink-0', color)} />
      <div className="grid max-h-[50dvh] min-w-0 flex-1 gap-0.5 overflow-y-auto py-3 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <div className="text-soft empty:hidden">{description}</div>
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            // First, because the action may put another toast in this one's place.
            dismiss();
            action.onPress();
          }}
          className="ring-focus h-11 shrink-0 self-center rounded-md px-2 font-semibold text-link hover:bg-hover"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="ring-focus grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}
