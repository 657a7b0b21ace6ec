import { isBlank } from '@wentwell/contract/letters';
// A dialog is open on a text that can no longer be saved there: what happened, and what can still be done with the text.
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { DialogActions } from '#web/ui/overlays/Dialog.tsx';

export interface Blocked {
  title: string;
  /** Why, where the title does not say it. */
  detail: string | null;
  /** A draft is of use only where notes may be written again later. */
  canKeep: boolean;
  /** The text can be added as a new note at once. */
  canAdd: boolean;
}

export function BlockedNotice({ blocked }: { blocked: Blocked }): ReactNode {
  return (
    <Alert tone="warning" title={blocked.title}>
      {blocked.detail !== null && <p>{blocked.detail}</p>}
      <p>Your text is still here.</p>
    </Alert>
  );
}

export function BlockedActions(props: {
  blocked: Blocked;
  content: string;
  onAdd: () => void;
  /** Closes the dialog, and keeps the text where it can be of use. */
  onClose: () => void;
}): ReactNode {
  const { blocked, content, onAdd, onClose } = props;
  const hasText = !isBlank(content);
  return (
    <DialogActions>
      <Button onClick={onClose}>{blocked.canKeep && hasText ? 'Keep as draft' : 'Close'}</Button>
      {hasText && (
        <Button
          variant={blocked.canAdd ? 'secondary' : 'primary'}
          onClick={() => void copyText(content, 'Text copied')}
        >
          Copy text
        </Button>
      )}
      {blocked.canAdd && hasText && (
        <Button variant="primary" onClick={onAdd}>
          Add as new note
        </Button>
      )}
    </DialogActions>
  );
}
