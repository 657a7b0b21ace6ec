// The AI summary (docs/retro.md ): a lead reviews the sent text, and edits what is published.
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  AiDraft,
  AiRequest,
  AiSummary,
  type AiSummaryInput,
  sourceOfSummary,
} from '@wentwell/contract/report/ai-summary';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';

import { aiServiceQuery, aiSummaryQuery } from '#web/api/ai-service';
import { errorText, request } from '#web/api/request';
import { useSentText } from '#web/api/use-sent-text';
import { useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

import { Section } from './TopicReport.tsx';

const pathOf = (meetingId: MeetingId) => `/api/v1/meetings/${meetingId}`;

/** The published summary, or the button to draft one. Renders nothing without either. */
export function AiSummarySection({ mayWrite }: { mayWrite: boolean }): ReactNode {
  const { meeting, you } = useShownBoard();
  const meetingId = meeting.id;
  const personOf = usePersonOf();
  // Here, so that a draft is kept whatever is open when it arrives.
  const sent = useSentText(`summaryDraft:${you.user_id}:${meetingId}`);
  const [isDrafted, setDrafted] = useState(sent.text !== '');
  const [isOpen, setOpen] = useState(false);
  const cache = useQueryClient();
  const { queryKey } = aiSummaryQuery(meetingId);
  const summary = useQuery(aiSummaryQuery(meetingId)).data?.summary ?? null;
  const service = useQuery({ ...aiServiceQuery, enabled: mayWrite }).data?.service ?? null;
  const publishing = useMutation({
    mutationFn: (body: z.input<typeof AiSummaryInput>) =>
      request({
        path: `${pathOf(meetingId)}/ai-summary`,
        method: 'PUT',
        body,
        schema: AiSummary,
      }),
    onSuccess: (published) => cache.setQueryData(queryKey, { summary: published }),
  });
  const drafting = useMutation({
    mutationFn: (digest: string) =>
      request({
        path: `${pathOf(meetingId)}/ai-draft`,
        method: 'POST',
        body: { digest },
        schema: AiDraft,
      }),
    onSuccess: ({ text }) => {
      sent.keep(text);
      setDrafted(true);
    },
  });
  const removal = useMutation({
    mutationFn: () => request({ path: `${pathOf(meetingId)}/ai-summary`, method: 'DELETE' }),
    onSuccess: () => cache.setQueryData(queryKey, { summary: null }),
    onError: toast.onError('The summary was not removed'),
  });
  if (summary === null && service === null) return null;
  return (
    <Section title="Summary">
      {summary && (
        <>
          <p className="wrap-anywhere whitespace-pre-line">{summary.text}</p>
          <p className="text-xs text-soft">
            {sourceOfSummary(
              summary,
              summary.published_by === null
                ? 'a former member'
                : personOf(summary.published_by).name,
            )}
          </p>
        </>
      )}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {service !== null && (
            <Button
              size="sm"
              icon={<Sparkles />}
              onClick={() => {
                publishing.reset();
                if (drafting.isError) drafting.reset();
                setOpen(true);
              }}
            >
              {summary ? 'Draft another summary' : 'Draft a summary with AI'}
            </Button>
          )}
          {summary && (
            <Button size="sm" busy={removal.isPending} onClick={() => removal.mutate()}>
              Remove summary
            </Button>
          )}
        </div>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        busy={publishing.isPending}
        title="Draft a summary with AI"
        description="Read what is sent, then edit what comes back. Nobody else sees it until you publish it."
      >
        <SummaryForm
          {...{ drafting, publishing, sent, isDrafted, setDrafted }}
          onDone={() => setOpen(false)}
        />
      </Dialog>
    </Section>
  );
}

/** Mounted while the dialog is open. The edited text is kept until published or discarded. */
function SummaryForm(props: {
  drafting: UseMutationResult<AiDraft, Error, string>;
  sent: ReturnType<typeof useSentText>;
  isDrafted: boolean;
  setDrafted: (isDrafted: boolean) => void;
  publishing: UseMutationResult<AiSummary, Error, z.input<typeof AiSummaryInput>>;
  onDone: () => void;
}): ReactNode {
  const { drafting, publishing, isDrafted, setDrafted } = props;
  const { text, keep, replaceSent } = props.sent;
  const { meeting } = useShownBoard();
  const path = pathOf(meeting.id);
  const asked = useQuery({
    queryKey: ['ai request', meeting.id],
    queryFn: ({ signal }) => request({ path: `${path}/ai-request`, schema: AiRequest, signal }),
  });
  const draft = (digest: string): void =>
    // The meeting may have changed, so the shown text must be fetched again before sending.
    drafting.mutate(digest, { onError: () => void asked.refetch() });
  // After a reload the draft as it came is unknown.
  const origin = text === drafting.data?.text ? 'draft' : 'edited';
  const publish = (): void =>
    publishing.mutate({ text, origin }, { onSuccess: () => replaceSent(text) && props.onDone() });
  if (asked.isPending) return <Spinner />;
  if (!asked.data) return <LoadFailure title="The text could not be loaded" query={asked} />;
  const { service, digest } = asked.data;
  const failure = publishing.error ?? drafting.error;
  return (
    <div className="grid gap-5">
      {failure && <Alert tone="danger">{errorText(failure)}</Alert>}
      {!isDrafted ? (
        <>
          <p>
            This text goes to {service.model} at {service.host}, and nothing else. Names of people
            here are replaced. Check for other names before you send it.
          </p>
          <TextArea label="What is sent" readOnly rows={12} value={asked.data.text} />
          <Button
            variant="primary"
            busy={drafting.isPending}
            busyLabel="Drafting…"
            onClick={() => draft(digest)}
          >
            Send and draft
          </Button>
        </>
      ) : (
        <Form className="grid gap-5" onSubmit={publish}>
          {drafting.data?.is_cut && (
            <Alert>{`The draft was longer than ${limits.aiSummaryMax} characters. Its end was cut off.`}</Alert>
          )}
          <TextArea
            label="Summary"
            rows={8}
            required
            maxLength={limits.aiSummaryMax}
            value={text}
            onChange={(event) => keep(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="primary"
            busy={publishing.isPending}
            busyLabel="Publishing…"
          >
            Publish in the report
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              keep('');
              setDrafted(false);
            }}
          >
            Discard this draft
          </Button>
        </Form>
      )}
    </div>
  );
}
