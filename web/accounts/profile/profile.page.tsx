import { useProfile } from "#web/api/session/profile.ts";
import { EmailPreferences } from "#web/notifications/email-preferences.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";

export default function ProfilePage() {
  const { data: profile } = useProfile();
  return (
    <main className="grid gap-6">
      <PageHead title={say("Profile")} hidden />
      <h1 className="text-title">{say("Profile")}</h1>
      {profile && <ProfileForm profile={profile} />}
      <PasswordForm />
      <EmailPreferences />
      <Sessions />
      <DeleteAccount />
    </main>
  );
}
