import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { DeleteAccountForm } from "./delete-account-form.tsx";

export const DeleteAccount = () => (
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
