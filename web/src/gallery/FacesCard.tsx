import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Avatar, AvatarStack } from '#web/ui/identity/Avatar.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';

const people = [
  { id: 'u1', name: 'Ada Lovelace' },
  { id: 'u2', name: 'Grace Hopper' },
  { id: 'u3', name: 'margaret@example.org' },
  { id: 'u4', name: 'Katherine Johnson' },
  { id: 'u5', name: 'Hedy Lamarr' },
  { id: 'u6', name: 'Radia Perlman' },
  { id: 'u7', name: 'Barbara Liskov' },
  { id: 'u8', name: 'Edsger' },
  { id: 'u9', name: 'Frances Allen' },
];

export function FacesCard(): ReactNode {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="blue">Planned</Badge>
        <Badge tone="green" dot>
          Live
        </Badge>
        <Badge>Closed</Badge>
        <Badge tone="red">Canceled</Badge>
        <Badge tone="purple">Archived</Badge>
        <Badge tone="amber">Disconnected</Badge>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {people.slice(0, 8).map((person, index) => (
          <Avatar
            key={person.id}
            person={{ ...person, leads: index === 0 }}
            {...(index < 2 && { online: index === 0 })}
          />
        ))}
        <AvatarStack label="Online" people={people} />
      </div>
      <div className="grid gap-3">
        <Alert tone="info" title="Notes disabled">
          Notes can only be added during Writing or Grouping phases
        </Alert>
        <Alert tone="success">Account Verified!</Alert>
        <Alert
          tone="warning"
          title="Connection lost unexpectedly"
          action={<Button size="sm">Retry</Button>}
        >
          What you type is kept.
        </Alert>
        <Alert tone="danger" title="Error Loading Members!">
          An unexpected error occurred.
        </Alert>
      </div>
      <Tabs
        label="Sections"
        items={[
          { value: 'a', label: 'Your teams', content: <p className="text-soft">Two teams.</p> },
          { value: 'b', label: 'Create team', content: <p className="text-soft">A form.</p> },
        ]}
      />
    </div>
  );
}
