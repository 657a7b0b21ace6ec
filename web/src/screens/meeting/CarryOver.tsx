import { useMutation, useQuery } from '@tanstack/react-query';
import { totalText } from '@wentwell/contract/discussion/votes';
import type { MeetingId, TopicId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  CarryOver as Carried,
  type CarryOverInput,
  carryOverPolicy,
} from '@wentwell/contract/meetings/carry-over';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { countText, type ReportTopic } from '@wentwell/contract/report/meeting-report';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { isBlank } from '@wentwell/contract/text/letters';
import { ChevronDown, CornerUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { request } from '#web/api/request';
import { meetingNow, serverNow } from '#web/api/server-time';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { upcomingMeetingsQuery, useCreateMeeting } from '#web/features/meetings/meetings.queries';
import { inTwoWeeks, nextMeetingName } from '#web/features/meetings/next-meeting';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import { formatDateAndTime } from '#web/ui/formats';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { type DialogProps, useDialog } from '#web/ui/overlays/use-dialog.tsx';
import { preview } from '#web/ui/preview';
import { navigate } from '#web/ui/router/history';

import { useMeetingParts } from './meeting-parts.ts';

/** Copies topics into a meeting of the team that still accepts notes, or into a new one. */
export function CarryOver(props: {
  topics: readonly ReportTopic[];
  children?: ReactNode;
}): ReactNode {
  const { topics, children } = props;
  const { who } = useMeetingParts();
  const isGuest = useIsGuest();
  const asking = useDialog();
  const [first] = topics;
  const mayCarry = !isGuest && isInTeam(who) && first !== undefined;
  const what = children && first ? `“${preview(first.title, 40)}”` : 'topics';
  usePaletteCommands([
    mayCarry && {
      id: children ? `carry-${first.id}` : 'carry-over',
      group: 'Meeting',
      label: `Carry over ${what}…`,
      icon: <CornerUpRight />,
      isSearchOnly: children !== undefined,
      run: () => asking.open(),
    },
  ]);
  if (!mayCarry) return null;
  return (
    <div className="print:hidden">
      <Button
        size="sm"
        variant={children ? 'secondary' : 'ghost'}
        icon={!children && <CornerUpRight />}
        onClick={() => asking.open()}
      >
        {children ?? 'Carry over…'}
      </Button>
      {asking.render((dialog) => (
        <CarryOverDialog {...dialog} topics={topics} />
      ))}
    </div>
  );
}

/** A topic carried twice into one meeting exists once, so retries need no key. */
function useCarryOver(meetingId: MeetingId) {
  return useMutation({
    mutationFn: ({ topicIds, target }: { topicIds: TopicId[]; target: Pick<Meeting, 'id'> }) =>
      request({
        path: `/api/v1/meetings/${meetingId}/carry-over`,
        method: 'POST',
        body: { topic_ids: topicIds, to_meeting_id: target.id } satisfies CarryOverInput,
        schema: Carried,
      }),
    onError: toast.onError('The topics were not carried over'),
  });
}

function hasVotes({ votes }: ReportTopic): boolean {
  return votes !== null && votes.votes > 0;
}

/** Preselects topics with votes, or all without votes. */
function CarryOverDialog(props: DialogProps & { topics: readonly ReportTopic[] }): ReactNode {
  const { topics, ...dialog } = props;
  const { board, who } = useMeetingParts();
  const { meeting } = board;
  const { data, isPending } = useQuery(upcomingMeetingsQuery(meeting.team_id));
  const targets = (data ?? []).filter(
    (each) => each.id !== meeting.id && carryOverPolicy(who, meetingNow(each)) === 'allowed',
  );
  const create = useCreateMeeting();
  const carryOver = useCarryOver(meeting.id);
  const voted = topics.filter(hasVotes);
  const [chosen, setChosen] = useState<ReadonlySet<TopicId>>(
    () => new Set((voted.length > 0 ? voted : topics).map(({ id }) => id)),
  );
  const [later] = useState(() => inTwoWeeks(meeting.start_time, serverNow()));
  /** Null until the meetings are loaded. */
  const [into, setInto] = useState<MeetingId | 'later' | 'now' | null>(null);
  if (into === null && !isPending) setInto(targets[0]?.id ?? 'later');
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? nextMeetingName(meeting, into === 'now' ? serverNow() : new Date(later));
  const target = targets.find(({ id }) => id === into);
  const topicIds = topics.map(({ id }) => id).filter((id) => chosen.has(id));
  const count = countText(topicIds.length, 'topic');
  const whyNot = whyNotCarry();

  function whyNotCarry(): string | undefined {
    if (into === null) return 'Meetings are still loading.';
    if (topicIds.length === 0) return 'Choose at least one topic.';
    return target || !isBlank(name) ? undefined : 'Please enter a meeting name.';
  }

  function choicesOf(listed: readonly ReportTopic[]): ReactNode {
    return listed.map(({ id, title, notes, votes }) => (
      <Part key={id}>
        <Checkbox
          label={<span className="wrap-anywhere">{title.trim().split('\n', 1)}</span>}
          hint={[
            ...(votes ? [totalText(votes)] : []),
            ...(notes.length > 1 ? [countText(notes.length, 'note')] : []),
          ].join(', ')}
          checked={chosen.has(id)}
          onCheckedChange={(isChosen) => toggle(id, isChosen)}
        />
      </Part>
    ));
  }

  function toggle(id: TopicId, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  async function createTarget(): Promise<Pick<Meeting, 'id' | 'name'>> {
    const start = into === 'now' ? 'now' : { at: later };
    const { team_id } = meeting;
    const created = await create.mutateAsync({ name, team_id, start, template_id: null });
    // A retry uses the meeting already created.
    setInto(created.id);
    return created;
  }

  async function submit(): Promise<void> {
    if (whyNot !== undefined) return;
    try {
      const to = target ?? (await createTarget());
      await carryOver.mutateAsync({ topicIds, target: to });
      const onPress = (): void => void navigate({ to: `/meetings/${to.id}` });
      toast.success({
        title: `${count} copied into “${to.name}”`,
        action: { label: 'Open it', onPress },
      });
      dialog.onOpenChange(false);
    } catch {
      // The mutations have reported the error.
    }
  }

  return (
    <FormDialog
      {...dialog}
      title="Carry over topics"
      description="Topics are copied. The originals stay here."
      onSubmit={submit}
      submitLabel={`Carry over ${count}`}
      busy={create.isPending || carryOver.isPending}
      busyLabel="Carrying over…"
      disabledReason={whyNot}
    >
      <SelectField
        label="Into"
        options={[
          ...targets.map(({ id, name: title, status }) => ({
            value: id,
            label: status === 'live' ? `${title} (live)` : title,
          })),
          { value: 'later', label: 'Schedule in two weeks, same time' },
          { value: 'now', label: 'Start a meeting now' },
        ]}
        hint={into === 'later' && formatDateAndTime(new Date(later))}
        value={into}
        onValueChange={setInto}
      />
      {into !== null && !target && (
        <TextField
          label="Meeting name"
          required
          maxLength={limits.meetingNameMax}
          value={name}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <fieldset>
        <legend className="font-medium text-ink">Topics</legend>
        {choicesOf(voted.length > 0 ? voted : topics)}
        {voted.length > 0 && voted.length < topics.length && (
          <details>
            <summary className="ring-focus flex min-h-11 cursor-pointer items-center gap-2 rounded-md font-medium text-soft hover:text-ink">
              {topics.length - voted.length} without votes
              <ChevronDown className="size-4" />
            </summary>
            {choicesOf(topics.filter((topic) => !hasVotes(topic)))}
          </details>
        )}
      </fieldset>
    </FormDialog>
  );
}
