import type { Team } from '@wentwell/contract/teams';
import type { RefCallback } from 'react';

import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { sameNameHints } from '#web/ui/identity/same-names';

interface MeetingTeamFieldProps {
  teams: readonly Team[];
  /** The form's own: what is chosen, and how it hears of another choice. */
  field: { value: string; onChange: (teamId: string) => void; ref: RefCallback<HTMLElement> };
  error: string | undefined;
  disabled?: boolean;
  hint?: string | false;
}

/** Whose meeting it is; a team that one is not in any more counts as none chosen. */
export function MeetingTeamField({ teams, field, ...rest }: MeetingTeamFieldProps) {
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
