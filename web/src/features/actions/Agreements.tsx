// Team agreements: made from action items or topics, reviewed in joining, listed on the team's page.
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Agreement,
  type AgreementSource,
  type AgreementUpdate,
} from '@wentwell/contract/board/agreements';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { YearReview } from '@wentwell/contract/health/year-review';
import type { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Check, Handshake, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

import { readQuery } from '#web/api/queries';
import { ApiError, errorText, request, requestNew } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import { formatDay, formatDayOfYear } from '#web/ui/formats';
import { AppliedTextField } from '#web/ui/forms/AppliedTextField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import type { Section } from '#web/ui/layout/TitledSection.tsx';
import { isTyping } from '#web/ui/overlays/use-shortcuts';

function pathOf(teamId: TeamId): string {
  return `/api/v1/teams/${teamId}/agreements`;
}

function agreementsQuery(teamId: TeamId) {
  return readQuery(['agreements', teamId], { path: pathOf(teamId), schema: Agreement.array() });
}

/** Without a version, the last write wins. */
type Change = AgreementUpdate & Pick<Agreement, 'id'> & Partial<Pick<Agreement, 'version'>>;

async function change(
  teamId: TeamId,
  { id, version, ...body }: Change,
  queries: QueryClient,
): Promise<Agreement> {
  const path = `${pathOf(teamId)}/${id}`;
  const headers = version === undefined ? {} : { 'If-Match': `"${version}"` };
  const refetch = () => queries.invalidateQueries(agreementsQuery(teamId));
  try {
    const changed = await request({ path, method: 'PUT', body, headers, schema: Agreement });
    await refetch();
    return changed;
  } catch (error) {
    // Offline, it would wait for the connection.
    if (error instanceof ApiError) await refetch();
    throw error;
  }
}

function useChange(teamId: TeamId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (to: Change) => change(teamId, to, queries),
    onError: sayRefused,
  });
}

function sayRefused(error: unknown): void {
  toast.error({ title: 'The agreement was not changed', description: errorText(error) });
}

interface MakeProps {
  teamId: TeamId;
  text: string;
  from: AgreementSource;
}

function madeFrom(agreements: readonly Agreement[], { id }: AgreementSource) {
  return agreements.find(({ state, from }) => state === 'holds' && from?.id === id);
}

/** Reports the result in a toast. */
export async function makeAgreement(props: MakeProps, queries: QueryClient): Promise<void> {
  const query = agreementsQuery(props.teamId);
  await make(props, queries).then(() => queries.invalidateQueries(query), sayRefused);
}

async function make({ teamId, ...body }: MakeProps, queries: QueryClient): Promise<void> {
  const options = { path: pathOf(teamId), method: 'POST', body, schema: Agreement } as const;
  const { made, isNew } = await requestNew(options);
  // Somebody else's agreement gets no Undo.
  if (!isNew) {
    toast.info({ title: 'Already a team agreement' });
    return;
  }
  toast.success({
    title: 'The team has a new agreement',
    description: "You'll see it in Joining. After 3 retros, we ask if it still holds.",
    duration: 7000,
    action: {
      label: 'Undo',
      onPress: () =>
        void change(teamId, { id: made.id, state: 'ended' }, queries).catch(sayRefused),
    },
  });
}

/** A button beside a topic, then the agreement's text. */
export function MakeAgreement(props: MakeProps): ReactNode {
  const queries = useQueryClient();
  const { data = [] } = useQuery(agreementsQuery(props.teamId));
  const [isMaking, setMaking] = useState(false);
  // Button and field take the focus from each other.
  const [wasPressed, setPressed] = useState(false);
  const takesFocus = wasPressed && !isTyping(document.activeElement);
  const made = madeFrom(data, props.from);
  if (made) return <AgreementText agreement={made} autoFocus={takesFocus} />;
  async function press(): Promise<void> {
    setPressed(true);
    setMaking(true);
    await makeAgreement(props, queries);
    setMaking(false);
  }
  return (
    <span className="-ml-3">
      <Button
        size="sm"
        variant="ghost"
        icon={<Handshake />}
        autoFocus={takesFocus}
        disabled={isMaking}
        onClick={() => void press()}
      >
        Make a team agreement
      </Button>
    </span>
  );
}

function AgreementText(props: {
  agreement: Agreement;
  label?: string;
  autoFocus?: boolean;
}): ReactNode {
  const { agreement, label = 'Team agreement', autoFocus = false } = props;
  const { id, team_id: teamId, text: value, version } = agreement;
  const queries = useQueryClient();
  const saved = useRef(version);
  const { mutateAsync } = useMutation({
    // One after another, each based on the one before.
    scope: { id },
    mutationFn: async ({ text, seen }: { text: string; seen: number }) => {
      const changed = await change(
        teamId,
        { id, text, version: Math.max(seen, saved.current) },
        queries,
      );
      saved.current = changed.version;
    },
  });
  return (
    <>
      <div className="print:hidden">
        <AppliedTextField
          {...{ label, autoFocus, value }}
          maxLength={limits.actionTextMax}
          onApply={(text) => mutateAsync({ text, seen: version }).then(() => null, errorText)}
        />
      </div>
      {/* A field would cut it. */}
      <p className="hidden wrap-anywhere print:block">
        {label}: {value}
      </p>
    </>
  );
}

/** The agreements made of the board's topics and action items, for members. */
export function AgreementsMade(props: {
  board: Pick<Board, 'meeting' | 'notes' | 'groups' | 'actions' | 'you'>;
  Section: Section;
  isEditable?: boolean;
}): ReactNode {
  const { board, Section, isEditable = false } = props;
  const { meeting, notes, groups, actions, you } = board;
  const isMember = you.role !== null && you.role !== 'guest';
  const { data = [] } = useQuery({ ...agreementsQuery(meeting.team_id), enabled: isMember });
  const sources = new Set<string>([notes, groups, actions].flat().map(({ id }) => id));
  const made = data.filter(({ state, from }) => state === 'holds' && sources.has(from?.id ?? ''));
  if (made.length === 0) return null;
  return (
    <Section title="Team agreements" count={made.length}>
      {isEditable ? (
        made.map((agreement, index) => (
          <Part key={agreement.id}>
            <AgreementText agreement={agreement} label={`Team agreement ${index + 1}`} />
          </Part>
        ))
      ) : (
        <AgreementList agreements={made} />
      )}
    </Section>
  );
}

/** The team's agreements in joining, with a question for those due. Remains after the last one has ended. */
export function AgreementsOfTeam(props: {
  agreements: readonly Agreement[];
  /** False if the viewer may only read. */
  mayChange: boolean;
}): ReactNode {
  const { agreements, mayChange } = props;
  const { mutate } = useChange(useShownBoard().meeting.team_id);
  const [wasShown, setWasShown] = useState(false);
  const isShown = wasShown || agreements.length > 0;
  if (isShown !== wasShown) setWasShown(isShown);
  if (!isShown) return null;
  const due = agreements.filter(({ is_due }) => is_due).length;
  return (
    <div className="min-w-0">
      <Card
        title="Team agreements"
        description={due === 0 ? 'How we agreed to work' : `${due} to review`}
      >
        <AgreementList
          agreements={agreements}
          actionsOf={(agreement) =>
            mayChange &&
            agreement.is_due && (
              <>
                <Button
                  size="sm"
                  icon={<Check />}
                  onClick={() => mutate({ id: agreement.id, state: 'holds' })}
                >
                  Still holds
                </Button>
                <EndButton onEnd={() => mutate({ id: agreement.id, state: 'ended' })} />
              </>
            )
          }
        />
      </Card>
    </div>
  );
}

export function TeamAgreements(props: { teamId: TeamId; mayChange: boolean }): ReactNode {
  const { teamId, mayChange } = props;
  const { data } = useQuery(agreementsQuery(teamId));
  const { mutate } = useChange(teamId);
  if (!data) return null;
  const holding = data.filter(({ state }) => state === 'holds');
  return (
    <div className="mt-6">
      <Card
        title="Team agreements"
        description={
          holding.length === 0
            ? 'None yet. Make one from a topic or an action item.'
            : 'Any member can end an agreement.'
        }
      >
        <AgreementList
          agreements={holding}
          actionsOf={({ id }) =>
            mayChange && <EndButton onEnd={() => mutate({ id, state: 'ended' })} />
          }
        />
      </Card>
    </div>
  );
}

function EndButton({ onEnd }: { onEnd: () => void }): ReactNode {
  return (
    <Button size="sm" variant="ghost" icon={<X />} onClick={onEnd}>
      End
    </Button>
  );
}

function AgreementList(props: {
  agreements: readonly Agreement[];
  actionsOf?: (agreement: Agreement) => ReactNode;
}): ReactNode {
  const { agreements, actionsOf } = props;
  if (agreements.length === 0) return null;
  return (
    <ul aria-label="Team agreements" className="divide-y divide-line border-t border-line">
      {agreements.map((agreement) => (
        <li key={agreement.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <Part>
            <div className="grid min-w-0 flex-1 basis-48 gap-1">
              <p className="wrap-anywhere">{agreement.text}</p>
              <p className="text-xs text-soft">since {formatDay(new Date(agreement.created_at))}</p>
            </div>
            {actionsOf && (
              <div role="group" aria-label={agreement.text} className="flex flex-wrap gap-1.5">
                {actionsOf(agreement)}
              </div>
            )}
          </Part>
        </li>
      ))}
    </ul>
  );
}

const shownInYear = 4;

export function AgreementsOfYear(
  props: Pick<YearReview, 'agreements'> & { Section: Section },
): ReactNode {
  const { agreements, Section } = props;
  const more = agreements.length - shownInYear;
  if (agreements.length === 0) return null;
  return (
    <Section title="What we agreed, and kept">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {agreements.slice(0, shownInYear).map(({ text, since }) => (
          <li key={`${text} ${since}`} data-tone="accent" className="paper grid gap-3 p-4 text-ink">
            <p className="font-semibold wrap-anywhere">{text}</p>
            <p className="text-xs text-soft">
              since {formatDayOfYear(new Date(since))}, still holds
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-soft">and {more} more</p>}
    </Section>
  );
}
