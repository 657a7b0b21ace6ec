// Starts a check-up as its own meeting (docs/retro.md R-357), with the team's or the built-in questions.
import { builtInQuestions } from '@wentwell/contract/check-in/check-up';
import type { Team } from '@wentwell/contract/teams/teams';
import { MessageCircleQuestion } from 'lucide-react';
import type { ReactNode } from 'react';

import { useMe } from '#web/features/auth/session.tsx';
import { mayCreateIn } from '#web/features/meetings/meeting-actions';
import { useCreateMeeting } from '#web/features/meetings/meetings.queries';
import { teamContextOf } from '#web/features/members/team-context';
import { Button } from '#web/ui/buttons/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { navigate } from '#web/ui/router/history';

export function HoldCheckUp({ team }: { team: Team }): ReactNode {
  const asking = useDialog();
  const create = useCreateMeeting();
  const me = useMe();
  if (!mayCreateIn(teamContextOf(me, team))) return null;
  const check_up = team.check_up.length > 0 ? team.check_up : [...builtInQuestions];

  async function start(): Promise<void> {
    const settings = { check_up, only_check_up: true, hide_notes: false };
    const input = { name: 'Check-up', team_id: team.id, start: 'now', template_id: null } as const;
    const { id } = await create.mutateAsync({ ...input, settings });
    void navigate({ to: `/meetings/${id}` });
  }

  return (
    <>
      <Button icon={<MessageCircleQuestion />} onClick={() => asking.open()}>
        Hold a check-up
      </Button>
      {asking.render((dialog) => (
        <ConfirmDialog
          {...dialog}
          title="Hold a Check-up"
          description={`A meeting goes live for the whole team. Everybody answers ${check_up.length} questions without a name. You show the results, pick topics, and discuss them.`}
          confirmLabel="Start Check-up"
          busyLabel="Starting..."
          onConfirm={start}
        />
      ))}
    </>
  );
}
