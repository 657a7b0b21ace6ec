import { CalendarClock, Mail, Zap } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

export function FormsCard(): ReactNode {
  const [team, setTeam] = useState<string | null>(null);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [more, setMore] = useState(true);
  return (
    <Card title="Create New Meeting" description="Everyone in the team can join.">
      <form className="grid gap-5" noValidate onSubmit={(event) => event.preventDefault()}>
        <TextField label="Name" placeholder="Sprint 12 retrospective" required />
        <TextField
          label="Email"
          type="email"
          icon={<Mail />}
          defaultValue="ada@"
          error="Please enter a valid email address."
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          defaultValue="secret"
          hint="Password must be at least 8 characters with uppercase, lowercase, and number"
        />
        <SelectField
          label="Team"
          options={[
            { value: 'a', label: 'Platform' },
            { value: 'b', label: 'Payments' },
            { value: 'c', label: 'Archive', disabled: true },
          ]}
          value={team}
          onValueChange={setTeam}
          placeholder="Choose a team"
        />
        <SelectField
          label="Role"
          options={[{ value: 'member', label: 'Member' }]}
          value="member"
          onValueChange={() => undefined}
          disabledReason="Requires admin permissions"
        />
        <RadioGroup
          label="When"
          choices={[
            { value: 'now', label: 'Start Now', icon: <Zap /> },
            { value: 'later', label: 'Schedule for Later', icon: <CalendarClock /> },
          ]}
          value={when}
          onValueChange={setWhen}
        />
        <RadioGroup
          label="When, as cards"
          look="cards"
          choices={[
            { value: 'now', label: 'Start Now', hint: 'The board opens for everyone.' },
            { value: 'later', label: 'Schedule', hint: 'At 9:00 AM on a day.' },
          ]}
          value={when}
          onValueChange={setWhen}
        />
        <DateField
          label="Date"
          hint="Meeting will be scheduled for 9:00 AM"
          defaultValue="2025-03-17"
        />
        <TextField
          label="Email"
          readOnly
          defaultValue="grace@example.org"
          hint="This email was provided from your team invitation"
        />
        <TextArea label="Content" defaultValue="The deploy took four minutes. Let us keep it." />
        <Checkbox
          label="Add another"
          hint="Stays open for the next note"
          checked={more}
          onCheckedChange={setMore}
        />
        <div className="flex justify-end gap-2">
          <Button>Cancel</Button>
          <Button variant="primary" type="submit">
            Create Meeting
          </Button>
        </div>
      </form>
    </Card>
  );
}
