import type { Team } from '@wentwell/contract/teams/teams';
import type { RefCallback } from 'react';

import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { sameNameHints } from '#web/ui/identity/same-names';

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
