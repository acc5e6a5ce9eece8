import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";

/** Asks customers to verify their email address; nothing once verified. */
export function VerifyNotice() {
  const { data: profile } = useProfile();
  const again = useMutation({
    mutationFn: () => call("POST /account/email/verification"),
    onSuccess: ({ message }) => toast({ title: message, tone: "success" }),
    onError: toastProblem(),
  });
  if (!profile || profile.email_verified) return null;
  return (
    <Banner
      tone="warning"
      role="region"
      aria-label={say("Your email address")}
      className="mb-6"
      title={say("Confirm your email address")}
    >
      <p className="mb-3 break-words">
        {say("We sent a link to {email}. Open it to confirm your address.", {
          email: profile.email ?? "",
        })}
      </p>
      <Button size="small" busy={again.isPending} onClick={() => again.mutate()}>
        {say("Resend link")}
      </Button>
    </Banner>
  );
}
