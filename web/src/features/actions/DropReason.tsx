import type { Action } from '@wentwell/contract/actions/actions';
import { limits } from '@wentwell/contract/limits';
import { isBlank } from '@wentwell/contract/text/letters';
import { type ReactNode, useState } from 'react';

import { useDraft } from '#web/api/draft-store';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { useOpener } from '#web/ui/forms/leave-field';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { keyOf } from '#web/ui/key-press';

import type { ActionLine } from './action-drafts.ts';
import type { ActionHandlers } from './action-handlers.ts';

const nothing: ActionLine = { line: '' };

export function DropReason(props: {
  action: Action;
  handlers: ActionHandlers;
  onClose: () => void;
}): ReactNode {
  const { action, handlers, onClose } = props;
  const [{ line: reason }, keep] = useDraft(handlers.drafts, `drop:${action.id}`, nothing);
  // A restored draft must not steal the focus.
  const [isNew] = useState(reason === '');
  const [isMissing, setMissing] = useState(false);
  const focusOpener = useOpener();
  function close(): void {
    keep(null);
    onClose();
    focusOpener();
  }
  return (
    <Form
      aria-label="Drop the action item"
      className="flex flex-wrap items-start justify-end gap-2 rounded-md bg-sunken p-2"
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape') return;
        event.preventDefault();
        close();
      }}
      onSubmit={() => {
        if (isBlank(reason)) {
          setMissing(true);
          return;
        }
        close();
        handlers.change(action, { status: 'dropped', reason: reason.trim() });
      }}
    >
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label="Why drop it?"
          hideLabel
          placeholder="Why drop it?"
          autoComplete="off"
          autoFocus={isNew}
          maxLength={limits.actionReasonMax}
          value={reason}
          error={isMissing ? 'Please say why you are dropping it.' : undefined}
          onChange={(event) => {
            keep({ line: event.target.value });
            setMissing(false);
          }}
        />
      </div>
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" variant="secondary">
        Drop
      </Button>
    </Form>
  );
}
