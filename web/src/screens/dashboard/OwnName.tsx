import { NameForm } from '#web/features/auth/NameForm.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** Asks users without a name who see no first steps, such as invited users. */
export function OwnName() {
  const { display_name } = useMe();
  return (
    <Card
      title="What is your name?"
      description={`Without a name, your notes show “${display_name}”.`}
    >
      <div className="max-w-2xl">
        <NameForm />
      </div>
    </Card>
  );
}
