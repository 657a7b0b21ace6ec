import { X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';

import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { Part, SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';

import { Modal } from './Modal.tsx';

/** A bottom sheet on phones, a centred card elsewhere. */
export const dialogPopupClass =
  'inset-x-0 bottom-0 max-h-[92dvh] overflow-hidden rounded-t-lg bg-surface pb-[env(safe-area-inset-bottom)] text-ink shadow-float ' +
  'transition-[opacity,translate,scale] motion-slow starting:translate-y-full data-ending-style:translate-y-full ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[86dvh] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:pb-0 ' +
  'sm:starting:-translate-y-[47%] sm:starting:scale-[0.98] sm:starting:opacity-0 ' +
  'sm:data-ending-style:-translate-y-1/2 sm:data-ending-style:scale-[0.98] sm:data-ending-style:opacity-0';

const widths = { sm: 'sm:max-w-110', md: 'sm:max-w-150', lg: 'sm:max-w-190' };

export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** While true, neither Escape nor a click outside closes the dialog. */
  busy?: boolean;
}): ReactNode {
  const { open, onOpenChange, title, description, children } = props;
  const { size = 'md', busy = false } = props;

  const id = useId();
  const body = useRef<HTMLDivElement>(null);

  function close(): void {
    if (!busy) onOpenChange(false);
  }

  // The close button is first in the tab order, but must not be focused first.
  function firstFocus(): HTMLElement | null {
    return (
      body.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      body.current?.querySelector<HTMLElement>(
        'input:not([type=hidden], [hidden], [aria-hidden=true]), textarea, select, button, [href], [role=combobox]',
      ) ??
      body.current
    );
  }

  return (
    <Modal
      open={open}
      onClose={close}
      labelledBy={`${id}-title`}
      describedBy={description === undefined ? undefined : `${id}-description`}
      firstFocus={firstFocus}
      className={classNames(dialogPopupClass, widths[size])}
    >
      <header className="flex items-start gap-3 pt-5 pr-3 pb-4 pl-6">
        <div className="grid min-w-0 flex-1 gap-1 wrap-anywhere">
          <SmallPart>
            <h2 id={`${id}-title`} className="text-lg font-semibold">
              {title}
            </h2>
            {description !== undefined && (
              <div id={`${id}-description`} className="text-soft">
                {description}
              </div>
            )}
          </SmallPart>
        </div>
        <div className="-mt-2">
          <IconButton label="Close" icon={<X />} disabled={busy} onClick={close} />
        </div>
      </header>
      <div
        ref={body}
        // Focusable, so that a dialog without controls can be read and scrolled with the arrow keys.
        tabIndex={-1}
        className="min-h-0 flex-1 outline-none overflow-y-auto overscroll-contain scroll-pb-24 px-6 pt-1 pb-6 tight:scroll-pb-0"
      >
        <Part>{children}</Part>
      </div>
    </Modal>
  );
}

/** The buttons at the end of a dialog: the primary one last, on phones first and full width. */
export function DialogActions(props: { children: ReactNode; start?: ReactNode }): ReactNode {
  const { children, start } = props;
  return (
    <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-end [&>button]:max-sm:w-full">
      {start !== undefined && <div className="sm:mr-auto [&>button]:max-sm:w-full">{start}</div>}
      {children}
    </div>
  );
}
