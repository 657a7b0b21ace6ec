import { UserPen } from 'lucide-react';

import { NameForm } from '#web/features/auth/NameForm.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** For somebody without a name whose team has met already, such as an invited person: no first steps ask them. */
export function OwnName() {
  return (
    <Card
      icon={<UserPen />}
      title="What is your name?"
      description="Until you say, your notes show your email address."
    >
      <div className="max-w-2xl">
        <NameForm />
      </div>
    </Card>
  );
}
