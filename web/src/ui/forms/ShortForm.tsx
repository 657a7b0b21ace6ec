import { type InputHTMLAttributes, type ReactNode, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

/** A popup's form with one field and its button on one line. A refused text stays in the field. */
export function ShortForm(props: {
  /** The accessible name; the placeholder is visible. */
  label: string;
  placeholder: string;
  submitLabel: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  /** Returns the reason of a refusal; undefined if the text was accepted. */
  onSubmit: (typed: string) => string | undefined;
}): ReactNode {
  const { label, placeholder, submitLabel, inputMode, onSubmit } = props;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function submit(): void {
    setError(onSubmit(typed));
  }

  return (
    <Form onSubmit={submit} className="grid grid-cols-[1fr_auto] items-start gap-2">
      <TextField
        label={label}
        hideLabel
        {...(inputMode && { inputMode })}
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary">
        {submitLabel}
      </Button>
    </Form>
  );
}
