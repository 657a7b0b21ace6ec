import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';

import { useBackCloses } from './back-closes.ts';
import { backdropClass, DialogActions, dialogPopupClass } from './Dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What happens on confirmation. */
  description: ReactNode;
  /** Shown below the description, e.g. an Alert. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  busyLabel?: string;
  tone?: 'danger' | 'primary';
  /** The caller closes the dialog, at once or when the work is done. */
  onConfirm: () => void;
};

/** A click outside does not close it. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { open, onOpenChange, title, description, children, confirmLabel, onConfirm } = props;
  const { cancelLabel = 'Cancel', busy = false, busyLabel, tone = 'primary' } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);

  function handleOpenChange(next: boolean): void {
    if (busy && !next) return;
    onOpenChange(next);
  }

  useBackCloses(open, () => handleOpenChange(false));

  return (
    <AlertDialog.Root open={open} onOpenChange={handleOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropClass} />
        <AlertDialog.Popup
          className={classNames(dialogPopupClass, 'sm:max-w-[440px]')}
          // Enter must not confirm a destructive action by accident.
          initialFocus={tone === 'danger' ? cancel : confirm}
        >
          <div className="overflow-y-auto p-6 wrap-anywhere">
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-soft" render={<div />}>
              {description}
            </AlertDialog.Description>
            {children !== undefined && <div className="mt-4">{children}</div>}
            <DialogActions>
              <AlertDialog.Close render={<Button ref={cancel} disabled={busy} />}>
                {cancelLabel}
              </AlertDialog.Close>
              <Button
                ref={confirm}
                variant={tone}
                busy={busy}
                {...(busyLabel !== undefined && { busyLabel })}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </DialogActions>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
