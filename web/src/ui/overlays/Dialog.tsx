import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';

import { useBackCloses } from './back-closes.ts';

export const backdropClass =
  'layer-dialog fixed inset-0 bg-scrim transition-opacity motion-base data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A bottom sheet on phones, a centred card elsewhere. */
export const dialogPopupClass =
  'layer-dialog fixed inset-x-0 bottom-0 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-lg bg-overlay pb-[env(safe-area-inset-bottom)] text-ink shadow-float outline-none ' +
  'transition-[opacity,translate,scale] motion-slow data-starting-style:translate-y-full data-ending-style:translate-y-full ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[86dvh] sm:w-[calc(100vw-48px)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:pb-0 ' +
  'sm:data-starting-style:-translate-y-[47%] sm:data-starting-style:scale-[0.98] sm:data-starting-style:opacity-0 ' +
  'sm:data-ending-style:-translate-y-1/2 sm:data-ending-style:scale-[0.98] sm:data-ending-style:opacity-0';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** While saving, neither Escape nor a click outside closes the dialog. */
  busy?: boolean;
  /** The first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
};

const widths = { sm: 'sm:max-w-[420px]', md: 'sm:max-w-[540px]', lg: 'sm:max-w-[760px]' };

export function Dialog(props: DialogProps): ReactNode {
  const { open, onOpenChange, title, description, children } = props;
  const { size = 'md', busy = false, initialFocus } = props;

  const body = useRef<HTMLDivElement>(null);

  useBackCloses(open, () => {
    if (!busy) onOpenChange(false);
  });

  // The close button is first in the tab order, but must not be focused first.
  function firstFocus(): HTMLElement | true {
    return (
      initialFocus?.current ??
      body.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      body.current?.querySelector<HTMLElement>(
        'input:not([type=hidden], [hidden], [aria-hidden=true]), textarea, select, button, [href], [role=combobox]',
      ) ??
      body.current ??
      true
    );
  }

  function handleOpenChange(next: boolean, details: BaseDialog.Root.ChangeEventDetails): void {
    if (busy && !next) return;
    // Toasts are above every dialog; a click on one (Undo, Dismiss) must not close the dialog.
    const { target } = details.event;
    if (details.reason === 'outside-press' && target instanceof Element) {
      if (target.closest('[data-toasts]')) return;
    }
    onOpenChange(next);
  }

  return (
    <BaseDialog.Root open={open} onOpenChange={handleOpenChange}>
      <BaseDialog.Portal>
        {/* Also above a drawer, because two panels side by side would look like one. */}
        <BaseDialog.Backdrop forceRender className={backdropClass} />
        <BaseDialog.Popup
          className={classNames(dialogPopupClass, widths[size])}
          initialFocus={firstFocus}
        >
          <header className="flex items-start gap-3 pt-5 pr-3 pb-4 pl-6">
            <div className="grid min-w-0 flex-1 gap-1 wrap-anywhere">
              <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="text-soft" render={<div />}>
                  {description}
                </BaseDialog.Description>
              )}
            </div>
            <div className="-mt-2">
              <BaseDialog.Close
                render={<IconButton label="Close" icon={<X />} disabled={busy} />}
              />
            </div>
          </header>
          <div
            ref={body}
            // Focusable, so that a dialog without controls can be read and scrolled with the arrow keys.
            tabIndex={-1}
            className="min-h-0 flex-1 outline-none overflow-y-auto overscroll-contain px-6 pt-1 pb-6"
          >
            {children}
            <FirstFocus find={firstFocus} />
          </div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/**
 * Focuses within the task that opens the dialog. Base UI does so a frame later, and what is typed until then would be
 * lost.
 */
function FirstFocus({ find }: { find: () => HTMLElement | true }): null {
  const first = useRef(find);
  useLayoutEffect(() => {
    // Not before the layout effects of the popup, which store the element that gets the focus back.
    queueMicrotask(() => {
      const element = first.current();
      if (element !== true) element.focus({ preventScroll: true });
    });
  }, []);
  return null;
}

/** The buttons at the end of a dialog: the primary one last, on phones first and full width. */
export function DialogActions({
  children,
  start,
}: {
  children: ReactNode;
  start?: ReactNode;
}): ReactNode {
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-end [&>button]:max-sm:w-full">
      {start !== undefined && <div className="sm:mr-auto [&>button]:max-sm:w-full">{start}</div>}
      {children}
    </div>
  );
}
