import { useState } from "react";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { StayOpen } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { say } from "#words/say.ts";
import { useCreateStockAlert } from "./back-in-stock.queries.ts";

/** Asks guests for the address of the alert; exactly one email is sent. */
export function BackInStockForm({ variationId, options }: { variationId: number; options: string }) {
  const closeDialog = useCloseDialog();
  const [email, setEmail] = useState("");
  const createAlert = useCreateStockAlert(variationId);
  const send = () =>
    createAlert.mutate(
      { email },
      {
        onSuccess: () => {
          closeDialog();
          toast({ tone: "success", title: say("We'll email you when it's back") });
        },
      },
    );
  return (
    <form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {options && <p className="font-medium">{options}</p>}
      <TextField
        label={say("Email")}
        hint={say("We only use your email for this alert.")}
        type="email"
        autoComplete="email"
        required
        readOnly={createAlert.isPending}
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {createAlert.isError && (
        <Banner tone="danger" role="alert">
          {createAlert.error.message}
        </Banner>
      )}
      {createAlert.isPending && <StayOpen />}
      <Button type="submit" look="primary" busy={createAlert.isPending}>
        {say("Email me")}
      </Button>
    </form>
  );
}
