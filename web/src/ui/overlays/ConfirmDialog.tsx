import { type ReactNode, useId, useRef, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

import { DialogActions, dialogPopupClass } from './Dialog.tsx';
import { Modal } from './Modal.tsx';

/** A click outside does not close it. */
export function ConfirmDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Shown below the description, e.g. an Alert. */
  children?: ReactNode;
  /** Wide enough for a list. */
  wide?: boolean;
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  tone?: 'danger' | 'primary';
  /** The dialog is busy until the work is done, and then closes. It stays if the work fails, or if there is none. */
  onConfirm: () => Promise<unknown> | undefined;
}): ReactNode {
  const { open, onOpenChange, title, description, children, confirmLabel, onConfirm } = props;
  const { cancelLabel = 'Cancel', busyLabel, tone = 'primary', wide = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);

  const [busy, setBusy] = useState(false);
  const id = useId();

  function close(): void {
    if (!busy) onOpenChange(false);
  }

  async function work(): Promise<void> {
    const working = onConfirm();
    if (!working) return;
    setBusy(true);
    // The work itself reports a failure.
    const isDone = await working.then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (isDone) onOpenChange(false);
  }

  return (
    <Modal
      open={open}
      onClose={close}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-description`}
      closesByPressOutside={false}
      // Enter must not confirm a destructive action by accident.
      firstFocus={() => (tone === 'danger' ? cancel : confirm).current}
      className={classNames(dialogPopupClass, wide ? 'sm:max-w-150' : 'sm:max-w-110')}
    >
      <div className="overflow-y-auto p-6 wrap-anywhere">
        <Part attempt={open}>
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          <div id={`${id}-description`} className="mt-2 text-soft">
            {description}
          </div>
          {children !== undefined && (
            <div className="mt-4 grid grid-cols-1 gap-3 empty:hidden">{children}</div>
          )}
        </Part>
        <DialogActions>
          <Button ref={cancel} disabled={busy} onClick={close}>
            {cancelLabel}
          </Button>
          <Button
            ref={confirm}
            variant={tone}
            busy={busy}
            {...(busyLabel !== undefined && { busyLabel })}
            onClick={() => void work()}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  );
}
