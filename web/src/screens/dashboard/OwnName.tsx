import { UserPen } from 'lucide-react';

import { NameForm } from '#web/features/auth/NameForm.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** Asks users without a name who see no first steps, such as invited users. */
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
