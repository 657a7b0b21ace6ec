import { TeamInput } from '@wentwell/contract/teams/team-input';
import { isBlank } from '@wentwell/contract/text/letters';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useFields } from '#web/ui/forms/use-fields';

import { useCurrentTeam } from './current-team.tsx';
import { showNameRequired } from './team-notices.ts';
import { useCreateTeam } from './teams.queries.ts';

const fresh = { name: '', description: '' };

export function CreateTeamForm(props: {
  /** Saves the fields in `children`; the team is created once it resolves to true. */
  before?: () => Promise<boolean>;
  children?: ReactNode;
}) {
  const { before, children } = props;
  const create = useCreateTeam();
  const { select } = useCurrentTeam();
  const form = useFields(TeamInput, { defaultValues: fresh, reValidateMode: 'onSubmit' });

  const submit = form.handleSubmit(
    async (input) => {
      const sent = form.getValues();
      if (before && !(await before())) return;
      try {
        const team = await create.mutateAsync(input);
        form.resetSent(sent, fresh);
        toast.success({
          title: 'Team created.',
          description: `${team.name} is now your current team.`,
        });
        await select(team.id);
      } catch (error) {
        toast.error({ title: 'Failed to create team', description: errorText(error) });
        form.setFocus('name');
      }
    },
    async () => {
      if (isBlank(form.getValues('name'))) showNameRequired();
      await before?.();
    },
  );

  return (
    <Form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      {children !== undefined && <div className="grid w-full gap-3">{children}</div>}
      <div className="min-w-0 grow basis-56">
        <TextField
          label="Team name"
          hideLabel
          placeholder="Team name, e.g. Payments"
          autoComplete="off"
          {...form.field('name')}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        icon={<Plus />}
        busy={form.isSubmitting}
        busyLabel="Creating…"
      >
        Create Team
      </Button>
    </Form>
  );
}
