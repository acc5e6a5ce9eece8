import { useProfile } from "#web/api/session/profile.ts";
import { EmailPreferences } from "#web/notifications/email-preferences.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { DeleteAccountForm } from "./delete-account-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function ProfilePage() {
  const { data: profile } = useProfile();
  return (
    <main className="grid gap-6">
      <PageHead title={say("Profile")} hidden />
      <h1 className="text-title">{say("Profile")}</h1>
      {profile && <ProfileForm profile={profile} />}
      <PasswordForm />
      <TwoFactor />
      <EmailPreferences />
      <Sessions />
      <DeleteAccount />
    </main>
  );
}

const DeleteAccount = () => (
  <CardSection
    title={say("Delete account")}
    hint={say("Your name, addresses, wishlist and notifications are deleted right away. This can't be undone.")}
  >
    <div>
      <Button look="danger" onClick={() => openDialog({ title: say("Delete account"), content: DeleteAccountForm })}>
        {say("Delete my account")}
      </Button>
    </div>
  </CardSection>
);
