import type { Team } from '@wentwell/contract/teams';
import type { RefCallback, ReactNode } from 'react';

import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField, type TextFieldProps } from '#web/ui/forms/TextField.tsx';
import { sameNameHints } from '#web/ui/identity/same-names';
import { FormActions, type FormActionsProps } from '#web/ui/overlays/FormActions.tsx';

/** Layout shared by the forms that create and edit a meeting. */
export function MeetingFormFrame(props: {
  onSubmit: () => Promise<void>;
  notice?: ReactNode;
  /** Names the missing fields after a submit; null if complete. */
  missing: string | null;
  nameField: Omit<TextFieldProps, 'label'>;
  children: ReactNode;
  actions: FormActionsProps;
}) {
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

/** Shows no choice if the user has left the chosen team. */
export function MeetingTeamField(props: {
  teams: readonly Team[];
  /** The `field` of react-hook-form's Controller. */
  field: { value: string; onChange: (teamId: string) => void; ref: RefCallback<HTMLElement> };
  error: string | undefined;
  disabled?: boolean;
  hint?: string | false;
}) {
  const { teams, field, ...rest } = props;
  const hints = sameNameHints(teams);
  return (
    <SelectField
      label="Team"
      required
      placeholder="Select a team"
      options={teams.map((team) => ({ value: team.id, label: labelOf(team, hints.get(team.id)) }))}
      value={teams.find((team) => team.id === field.value)?.id ?? null}
      onValueChange={field.onChange}
      ref={field.ref}
      {...rest}
    />
  );
}

function labelOf({ name }: Team, hint: string | undefined): string {
  return hint === undefined ? name : `${name} · ${hint}`;
}
