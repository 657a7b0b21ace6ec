import type { ActionId } from '@wentwell/contract/ids';
import { isBlank } from '@wentwell/contract/letters';
import { limits } from '@wentwell/contract/limits';
import { type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { keyOf } from '#web/ui/key-press';

import { type ActionDrafts, type ActionLine, useActionDraft } from './action-drafts.ts';

const nothing: ActionLine = { line: '' };

export function DropReason(props: {
  id: ActionId;
  drafts: ActionDrafts;
  onDrop: (reason: string) => void;
  onCancel: () => void;
}): ReactNode {
  const { id, drafts, onDrop } = props;
  const [{ line: reason }, keep] = useActionDraft(drafts, `drop:${id}`, nothing);
  // A restored draft must not steal the focus.
  const [isNew] = useState(reason === '');
  const [isMissing, setMissing] = useState(false);
  function onCancel(): void {
    keep(null);
    props.onCancel();
  }
  return (
    <form
      noValidate
      aria-label="Drop the action item"
      className="flex flex-wrap items-start justify-end gap-2 rounded-md bg-sunken p-2"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (keyOf(event) !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBlank(reason)) {
          setMissing(true);
          return;
        }
        keep(null);
        onDrop(reason.trim());
      }}
    >
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label="Why is it dropped?"
          hideLabel
          placeholder="Why is it dropped?"
          autoComplete="off"
          autoFocus={isNew}
          maxLength={limits.actionReasonMax}
          value={reason}
          error={isMissing ? 'Please say why it is dropped.' : undefined}
          onChange={(event) => {
            keep({ line: event.target.value });
            setMissing(false);
          }}
        />
      </div>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="secondary">
        Drop
      </Button>
    </form>
  );
}
