import { useProfile } from "#web/api/profile.ts";
import { LetterChoices } from "#web/notifications/letter-choices.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { say } from "#words/say.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";

/** Name and ways to sign in, the password, and where one is signed in. */
export default function ProfilePage() {
  const { data: profile } = useProfile();
  return (
    <main className="grid gap-6">
      <PageHead title={say("Profile")} hidden />
      <h1 className="text-title">{say("Profile")}</h1>
      {profile && <ProfileForm profile={profile} />}
      <PasswordForm />
      <LetterChoices />
      <Sessions />
      <DeleteAccount />
    </main>
  );
}
