import { ProfileForm } from '#web/features/auth/ProfileForm.tsx';
import { useMe } from '#web/features/auth/session.tsx';
import { Card } from '#web/ui/Card.tsx';
import { toast } from '#web/ui/toast';

export function Profile() {
  const me = useMe();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <h1 className="text-xl font-bold">Profile Settings</h1>
      <Card>
        <section aria-labelledby="profile-information" className="grid gap-5">
          <h2 id="profile-information" className="text-lg font-semibold">
            Profile Information
          </h2>
          <ProfileForm user={me} onUpdated={() => toast.success({ title: 'Profile updated.' })} />
        </section>
      </Card>
    </div>
  );
}
