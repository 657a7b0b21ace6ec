import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImportedMeeting } from '@wentwell/contract/exports/meeting-export';
import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import type { Team } from '@wentwell/contract/teams/teams';
import { type ReactNode, useRef, useState } from 'react';

import { sortableId } from '#web/api/random-ids';
import { ApiError, errorText, request } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx';
import type { DialogProps } from '#web/ui/overlays/use-dialog.tsx';

import { updateLists } from './meetings.queries.ts';

const chooseLabel = 'Choose a file…';

export function ImportMeetingDialog(
  props: DialogProps & {
    team: Pick<Team, 'id' | 'name'>;
    onImported: (meeting: MeetingForCaller) => void;
  },
): ReactNode {
  const { team, onImported, ...dialog } = props;
  const [file, setFile] = useState<File | null>(null);
  const [key, setKey] = useState(sortableId);
  const [asLive, setAsLive] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { isPending, error, mutate, reset } = useImportMeeting();

  /** Clears the previous error. A new idempotency key makes the next import a new request. */
  function choose(change: () => void): void {
    change();
    setKey(sortableId());
    reset();
  }

  return (
    <FormDialog
      {...dialog}
      title="Import a meeting"
      description={`Choose a meeting exported as JSON. It goes to ${team.name}, and you'll own it.`}
      onSubmit={() => {
        if (!file) return;
        const onSuccess = (meeting: MeetingForCaller): void => {
          dialog.onOpenChange(false);
          onImported(meeting);
        };
        mutate({ file, teamId: team.id, asLive, key }, { onSuccess });
      }}
      submitLabel="Import"
      busy={isPending}
      busyLabel="Importing…"
      disabledReason={file ? undefined : 'Choose a file.'}
    >
      <FieldFrame
        label="File"
        hint={
          asLive
            ? 'Imports notes, groups, comments and actions. The meeting continues in Grouping, without votes and reactions.'
            : 'Imports notes, comments, actions, the discussion and all totals. Actions keep their owner if exactly one member has that name.'
        }
        error={error ? importErrorText(error) : undefined}
      >
        {(wiring) => (
          <>
            {/* The button's text is its name. The field's label would not announce the chosen file. */}
            <Button
              id={wiring.id}
              aria-describedby={wiring['aria-describedby']}
              aria-label={file?.name ?? chooseLabel}
              disabled={isPending}
              onClick={() => input.current?.click()}
            >
              {file?.name ?? chooseLabel}
            </Button>
            <input
              ref={input}
              type="file"
              accept="application/json,.json"
              hidden
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                if (chosen) choose(() => setFile(chosen));
              }}
            />
          </>
        )}
      </FieldFrame>
      <Checkbox
        label="Continue as a live meeting"
        checked={asLive}
        onCheckedChange={(isChecked) => choose(() => setAsLive(isChecked))}
      />
    </FormDialog>
  );
}

/** The file is refused before sending. */
class UnreadableFile extends Error {}

interface ImportChoice {
  file: File;
  teamId: TeamId;
  asLive: boolean;
  /** The same for all attempts with one file, so that it is imported once. */
  key: string;
}

async function read(file: File): Promise<unknown> {
  if (file.size > limits.importBytes) throw new UnreadableFile('This file is larger than 1 MB.');
  try {
    const body: unknown = JSON.parse(await file.text());
    return body;
  } catch {
    throw new UnreadableFile('This file is not JSON.');
  }
}

/** For example 'notes, entry 3, text': counts from 1. */
function placeText(loc: readonly (string | number)[]): string {
  const [, ...place] = loc.map(String);
  return place.map((part) => (/^\d+$/.test(part) ? `entry ${Number(part) + 1}` : part)).join(', ');
}

/** Includes the place in the file, if the server named one. */
function importErrorText(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  const [first] = error instanceof ApiError ? error.fieldErrors : [];
  const place = first ? placeText(first.loc) : '';
  return first && place !== '' ? `${first.msg} (${place})` : errorText(error);
}

function useImportMeeting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, teamId, asLive, key }: ImportChoice) =>
      request({
        path: `/api/v1/teams/${teamId}/imports`,
        method: 'POST',
        query: asLive ? { as_live: true } : {},
        headers: { 'Idempotency-Key': key },
        body: await read(file),
        schema: ImportedMeeting,
      }),
    onSuccess: (meeting) => {
      const lost = meeting.actions_without_owner;
      const items = lost === 1 ? '1 action item has' : `${lost} action items have`;
      toast.success({
        title: 'Meeting imported.',
        ...(lost > 0 && {
          description: `${items} no owner, because no single member has that name.`,
        }),
      });
      return updateLists(queries, meeting);
    },
  });
}
