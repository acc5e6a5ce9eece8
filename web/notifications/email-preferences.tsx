import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EmailPreference } from "#contract/notifications.ts";
import { browserClient, call, query } from "#web/api/call.ts";
import { useSession } from "#web/api/session/session.ts";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { say, text } from "#words/say.ts";

const emailPreferences = () => query("GET /notifications/email-preferences", {});
const choices: { type: EmailPreference; label: string }[] = [
  { type: "order_updates", label: text("Shipping confirmations") },
  { type: "review_invitations", label: text("Delivery confirmations with a review request") },
  { type: "back_in_stock", label: text("Back-in-stock alerts") },
  { type: "price_drops", label: text("Price drops on your wishlist") },
];

/** The optional emails a customer receives; administrators get none. */
export function EmailPreferences() {
  const isCustomer = useSession(({ role }) => role === "customer");
  const result = useQuery({ ...emailPreferences(), enabled: isCustomer });
  const [chosen, setChosen] = useState<Partial<Record<EmailPreference, boolean>>>({});
  const saving = useMutation({
    mutationFn: (body: typeof chosen) => call("PUT /notifications/email-preferences", { body }),
    onSuccess: (answer) => browserClient().setQueryData(emailPreferences().queryKey, answer),
    onError: ({ message }) => {
      setChosen({});
      toast({ title: message, tone: "danger" });
    },
  });
  const choose = (choice: typeof chosen) => {
    setChosen({ ...chosen, ...choice });
    saving.mutate(choice);
  };
  if (!isCustomer) return null;
  return (
    <CardSection
      title={say("Email preferences")}
      hint={say("You always receive order confirmations and emails about payments and your account.")}
    >
      <Loaded result={result} skeleton={<TextSkeleton lines={3} />}>
        {({ data }) => (
          <div className="grid gap-3">
            {choices.map(({ type, label }) => (
              <Checkbox
                key={type}
                label={say(label)}
                checked={chosen[type] ?? data[type]}
                onChange={({ target }) => choose({ [type]: target.checked })}
              />
            ))}
          </div>
        )}
      </Loaded>
    </CardSection>
  );
}
