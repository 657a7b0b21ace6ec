import { useMutation } from '@tanstack/react-query';
import { CarryOver, type CarryOverInput } from '@wentwell/contract/carry-over';
import type { MeetingId, TopicId } from '@wentwell/contract/ids';
import type { ReportTopic } from '@wentwell/contract/meeting-report';
import type { Meeting } from '@wentwell/contract/meetings';
import { type ReactNode, useState } from 'react';

import { errorText, request } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { FormActions } from '#web/ui/overlays/FormActions.tsx';

interface Choice {
  topicIds: TopicId[];
  target: Pick<Meeting, 'id' | 'name'>;
}

/** Carried into the same meeting a second time, a topic is there once: a repeated request needs no key. */
function useCarryOver(meetingId: MeetingId, onOpen: (meetingId: MeetingId) => void) {
  return useMutation({
    mutationFn: ({ topicIds, target }: Choice) =>
      request({
        path: `/api/v1/meetings/${meetingId}/carry-over`,
        method: 'POST',
        body: { topic_ids: topicIds, to_meeting_id: target.id } satisfies CarryOverInput,
        schema: CarryOver,
      }),
    onSuccess: (_, { topicIds, target }) => {
      const topics = topicIds.length === 1 ? '1 topic' : `${topicIds.length} topics`;
      toast.success({
        title: `${topics} taken into “${target.name}”`,
        action: { label: 'Open it', onPress: () => onOpen(target.id) },
      });
    },
    onError: (error) => {
      toast.error({ title: 'The topics were not taken along', description: errorText(error) });
    },
  });
}

type Target = Pick<Meeting, 'id' | 'name' | 'status'>;

/** Chooses which topics go into which meeting; all of them at first. */
export function CarryOverDialog(props: {
  meetingId: MeetingId;
  topics: readonly ReportTopic[];
  /** Into which they may go. */
  targets: readonly Target[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpenMeeting: (meetingId: MeetingId) => void;
  /** Offered where there is no meeting to choose. */
  onCreateMeeting: () => void;
}): ReactNode {
  const { meetingId, topics, targets, open, onOpenChange, onOpenMeeting, onCreateMeeting } = props;
  const carryOver = useCarryOver(meetingId, onOpenMeeting);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Take topics along"
      description="Each of their notes becomes a note of the other meeting. They stay here as well."
      size="sm"
      busy={carryOver.isPending}
    >
      {targets.length === 0 ? (
        <>
          <p className="text-soft">
            The team has no planned meeting, and none that still takes notes. Create one first.
          </p>
          <DialogActions>
            <Button variant="primary" onClick={onCreateMeeting}>
              Create Meeting
            </Button>
          </DialogActions>
        </>
      ) : (
        <CarryOverForm
          topics={topics}
          targets={targets}
          busy={carryOver.isPending}
          onCancel={() => onOpenChange(false)}
          onChosen={(choice) => carryOver.mutate(choice, { onSuccess: () => onOpenChange(false) })}
        />
      )}
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that all topics are chosen at first. */
function CarryOverForm(props: {
  topics: readonly ReportTopic[];
  targets: readonly Target[];
  busy: boolean;
  onCancel: () => void;
  onChosen: (choice: { topicIds: TopicId[]; target: Target }) => void;
}): ReactNode {
  const { topics, targets, busy, onCancel, onChosen } = props;
  const [left, setLeft] = useState<ReadonlySet<TopicId>>(new Set());
  const [targetId, setTargetId] = useState<MeetingId | null>(null);
  const target = targets.find(({ id }) => id === targetId) ?? targets[0];
  const topicIds = topics.map(({ id }) => id).filter((id) => !left.has(id));

  function toggle(id: TopicId, isChosen: boolean): void {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (target && topicIds.length > 0) onChosen({ topicIds, target });
      }}
    >
      <SelectField
        label="Into"
        options={targets.map(({ id, name, status }) => ({
          value: id,
          label: status === 'live' ? `${name} (live)` : name,
        }))}
        value={target?.id ?? null}
        onValueChange={setTargetId}
      />
      <fieldset className="mt-4">
        <legend className="font-medium text-ink">Topics</legend>
        {topics.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={<span className="wrap-anywhere">{title.trim().split('\n', 1)}</span>}
            checked={!left.has(id)}
            onCheckedChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
      </fieldset>
      <FormActions
        submitLabel={topicIds.length === 1 ? 'Take 1 topic' : `Take ${topicIds.length} topics`}
        busy={busy}
        busyLabel="Taking them along…"
        disabledReason={topicIds.length === 0 ? 'Choose at least one topic.' : undefined}
        onCancel={onCancel}
      />
    </form>
  );
}
