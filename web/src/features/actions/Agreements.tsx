// Team agreements: made from action items or topics, reviewed in joining, listed on the team's page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Agreement,
  type AgreementSource,
  type AgreementUpdate,
} from '@wentwell/contract/board/agreements';
import type { YearReview } from '@wentwell/contract/health/year-review';
import type { TeamId } from '@wentwell/contract/ids';
import { Check, Handshake, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { readQuery } from '#web/api/queries';
import { errorText, request } from '#web/api/request';
import { useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { toast } from '#web/ui/feedback/toast';
import { formatDay, formatDayOfYear } from '#web/ui/formats';
import { Card } from '#web/ui/layout/Card.tsx';
import type { Section } from '#web/ui/layout/TitledSection.tsx';

function pathOf(teamId: TeamId): string {
  return `/api/v1/teams/${teamId}/agreements`;
}

function agreementsQuery(teamId: TeamId) {
  return readQuery(['agreements', teamId], { path: pathOf(teamId), schema: Agreement.array() });
}

type Change = AgreementUpdate & Pick<Agreement, 'id'>;

function useChange(teamId: TeamId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Change) =>
      request({ path: `${pathOf(teamId)}/${id}`, method: 'PUT', body, schema: Agreement }),
    onSettled: () => queries.invalidateQueries({ queryKey: agreementsQuery(teamId).queryKey }),
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

/** Reports the result in a toast. */
export async function makeAgreement({ teamId, ...body }: MakeProps): Promise<void> {
  await request({ path: pathOf(teamId), method: 'POST', body, schema: Agreement }).then(
    () =>
      toast.success({
        title: 'The team has a new agreement',
        description: 'You see it when joining. After 3 retros we ask if it still holds.',
      }),
    sayRefused,
  );
}

/** A button beside a topic. Says so if the team already has the agreement. */
export function MakeAgreement(props: MakeProps): ReactNode {
  const { data = [], refetch } = useQuery(agreementsQuery(props.teamId));
  const [isMaking, setMaking] = useState(false);
  const isMade = data.some(({ state, from }) => state === 'holds' && from?.id === props.from.id);
  async function make(): Promise<void> {
    setMaking(true);
    await makeAgreement(props);
    await refetch();
    setMaking(false);
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={isMade ? <Check /> : <Handshake />}
      disabled={isMade || isMaking}
      onClick={() => void make()}
    >
      {isMade ? 'A team agreement' : 'Make a team agreement'}
    </Button>
  );
}

/** The team's agreements in joining, with a question for those due. Remains after the last one has ended. */
export function AgreementsOfTeam(props: {
  agreements: readonly Agreement[];
  /** False if the viewer may only read. */
  mayChange: boolean;
}): ReactNode {
  const { agreements, mayChange } = props;
  const change = useChange(useShownBoard().meeting.team_id);
  const [wasShown, setWasShown] = useState(false);
  const isShown = wasShown || agreements.length > 0;
  if (isShown !== wasShown) setWasShown(isShown);
  if (!isShown) return null;
  const due = agreements.filter(({ is_due }) => is_due).length;
  return (
    <div className="min-w-0">
      <Card
        title="Team agreements"
        description={due === 0 ? 'What we hold to' : `${due} to look at: does it still hold?`}
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
                  onClick={() => change.mutate({ id: agreement.id, state: 'holds' })}
                >
                  Still holds
                </Button>
                <EndButton onEnd={() => change.mutate({ id: agreement.id, state: 'ended' })} />
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
  const change = useChange(teamId);
  if (!data) return null;
  const holding = data.filter(({ state }) => state === 'holds');
  return (
    <div className="mt-6">
      <Card
        title="Team agreements"
        description={
          holding.length === 0
            ? 'None yet. Make one from a topic or an action item.'
            : 'Any member may end one.'
        }
      >
        <AgreementList
          agreements={holding}
          actionsOf={({ id }) =>
            mayChange && <EndButton onEnd={() => change.mutate({ id, state: 'ended' })} />
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
  actionsOf: (agreement: Agreement) => ReactNode;
}): ReactNode {
  const { agreements, actionsOf } = props;
  if (agreements.length === 0) return null;
  return (
    <ul aria-label="Team agreements" className="divide-y divide-line border-t border-line">
      {agreements.map((agreement) => (
        <li key={agreement.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="grid min-w-0 flex-1 basis-48 gap-1">
            <p className="wrap-anywhere">{agreement.text}</p>
            <p className="text-xs text-soft">since {formatDay(new Date(agreement.created_at))}</p>
          </div>
          <div role="group" aria-label={agreement.text} className="flex flex-wrap gap-1.5">
            {actionsOf(agreement)}
          </div>
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
