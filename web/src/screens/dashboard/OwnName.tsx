import { NameForm } from '#web/features/auth/NameForm.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { Card } from '#web/ui/layout/Card.tsx';

/** Asks for the name of users who see no first steps, such as invited ones. */
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
