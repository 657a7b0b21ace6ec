import type { ReactNode } from 'react';

import { Alert } from '#web/ui/feedback/Alert.tsx';
import { TextField, type TextFieldProps } from '#web/ui/forms/TextField.tsx';
import { FormActions, type FormActionsProps } from '#web/ui/overlays/FormActions.tsx';

interface MeetingFormFrameProps {
  onSubmit: () => Promise<void>;
  /** Above all fields. */
  notice?: ReactNode;
  /** What is still to be filled in, after an attempt to submit. */
  missing: string | null;
  nameField: Omit<TextFieldProps, 'label'>;
  /** The further fields. */
  children: ReactNode;
  actions: FormActionsProps;
}

/** What creating and editing a meeting have in common. */
export function MeetingFormFrame(props: MeetingFormFrameProps) {
  const { onSubmit, notice, missing, nameField, children, actions } = props;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <div className="grid gap-5">
        {notice}
        {missing !== null && <Alert tone="danger">{missing}</Alert>}
        <TextField label="Meeting name" autoComplete="off" required {...nameField} />
        {children}
      </div>
      <FormActions {...actions} />
    </form>
  );
}
