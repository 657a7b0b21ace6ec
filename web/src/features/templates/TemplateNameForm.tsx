import { TemplateName } from '@wentwell/contract/templates';
import { type FormEvent, type ReactNode, useState } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';

/** The name of a template on one line. What is refused stays to be mended. */
export function TemplateNameForm(props: {
  label: string;
  name: string;
  submitLabel: string;
  /** Rejects where the server refuses. */
  onSave: (name: string) => Promise<unknown>;
  onCancel?: () => void;
}): ReactNode {
  const { label, name, submitLabel, onSave, onCancel } = props;
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const parsed = TemplateName.safeParse(typed);
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    setError(undefined);
    setBusy(true);
    try {
      await onSave(parsed.data);
      setTyped(name);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => void save(event)}
    >
      <div className="min-w-48 flex-1">
        <TextField
          label={label}
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
      </div>
      <Button type="submit" variant="primary" busy={isBusy}>
        {submitLabel}
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
    </form>
  );
}
