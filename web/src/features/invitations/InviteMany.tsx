import type { Team } from '@wentwell/contract/teams/teams';
import { isBlank } from '@wentwell/contract/text/letters';
import { Check, CircleAlert, Link2, Send } from 'lucide-react';
import { useState } from 'react';

import { useSentText } from '#web/api/use-sent-text';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';

import { parseAddresses, tooManyAddresses, unreadParts } from './invite-many.ts';
import { type InviteResult, useInviteMany } from './team-invitations.queries.ts';

/** Invites several addresses and lists each result with its link, even while the form is folded. */
export function InviteMany(props: {
  team: Pick<Team, 'id'>;
  isFolded: boolean;
  /** `isComplete`: the field has nothing left to correct. */
  onSent: (isComplete: boolean) => void;
}) {
  const { team, isFolded, onSent } = props;
  const invite = useInviteMany(team.id);
  const { text, keep, replaceSent, problem: error, setProblem: setError } = useSentText();
  const [results, setResults] = useState<readonly InviteResult[]>([]);

  async function send(): Promise<void> {
    const found = parseAddresses(text);
    const { valid, invalid } = found;
    const problem = tooManyAddresses(found) ?? unreadParts(found);
    setError(isBlank(text) ? 'Please enter at least one email address.' : problem);
    if (valid.length === 0 || tooManyAddresses(found) !== undefined) return;
    const sent = await invite.mutateAsync(valid);
    setResults((before) => [...sent, ...before.filter(({ email }) => !valid.includes(email))]);
    // Refused and unreadable addresses stay in the field for correction.
    const refused = sent.flatMap((each) => (each.problem === undefined ? [] : each.email));
    const isUnedited = replaceSent(text, [...refused, ...invalid].join('\n'));
    onSent(isUnedited && refused.length + invalid.length === 0);
  }

  return (
    <Form onSubmit={send} className="grid gap-3">
      {!isFolded && (
        <>
          <TextArea
            label="Email addresses"
            placeholder={'ada@example.com, ben@example.com'}
            hint="Separate them with commas, semicolons or new lines."
            rows={2}
            autoCapitalize="none"
            spellCheck={false}
            error={error}
            value={text}
            onChange={(event) => keep(event.target.value)}
          />
          <span>
            <Button
              type="submit"
              variant="primary"
              icon={<Send />}
              busy={invite.isPending}
              busyLabel="Sending…"
            >
              Send Invitations
            </Button>
          </span>
        </>
      )}
      {results.length > 0 && (
        <ul aria-label="Invitations sent" className="grid gap-2">
          {results.map((result) => (
            <Part key={result.email}>
              <Result {...result} />
            </Part>
          ))}
        </ul>
      )}
    </Form>
  );
}

function Result({ email, link, problem }: InviteResult) {
  return (
    <li className="flex items-center justify-between gap-x-4">
      <span className="flex min-w-0 items-center gap-2">
        {problem === undefined ? (
          <Check className="size-4 shrink-0 text-success-text" />
        ) : (
          <CircleAlert className="size-4 shrink-0 text-danger-text" />
        )}
        <span className="grid min-w-0 wrap-anywhere">
          {email}
          {problem !== undefined && <span className="text-danger-text">{problem}</span>}
        </span>
      </span>
      {link !== undefined && (
        <IconButton
          label={`Copy link for ${email}`}
          icon={<Link2 />}
          onClick={() => void copyText(link, 'Invitation link copied.')}
        />
      )}
    </li>
  );
}
