import type { VatIdCheck } from "#contract/taxes.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";

/** What the VAT ID means for the tax, and what to do if it couldn't be confirmed. */
export function VatNotice({ check, onRetry }: { check: VatIdCheck | null | undefined; onRetry: () => void }) {
  if (!check) return null;
  const { state, message } = check;
  return (
    <Banner
      tone={state === "confirmed" ? "info" : "warning"}
      role="status"
      action={
        state === "unavailable" && (
          <Button size="small" onClick={onRetry}>
            {say("Check again")}
          </Button>
        )
      }
    >
      {message}
    </Banner>
  );
}
