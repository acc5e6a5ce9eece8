import { useQuery } from "@tanstack/react-query";
import type { Policy } from "#contract/shop/settings.ts";
import { freshQuery } from "#web/api/call.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { RichText } from "#web/ui/text/rich-text.tsx";
import { say, text } from "#words/say.ts";

/** The shop's policies as they were when the order was placed; nothing if none were kept. */
export function OrderPolicies({ orderId }: { orderId: string }) {
  const kept = useQuery(freshQuery("GET /orders/:id/policies", { params: { id: orderId } })).data?.data ?? [];
  if (kept.length === 0) return null;
  return (
    <CardSection title={say("Terms when you ordered")}>
      <div className="grid gap-2 text-sm">
        {kept.map(({ policy, html }) => (
          <details key={policy}>
            <summary className="cursor-pointer py-2">{say(policyLabels[policy])}</summary>
            <div className="max-h-96 overflow-y-auto py-2">
              <RichText html={html} />
            </div>
          </details>
        ))}
      </div>
    </CardSection>
  );
}

const policyLabels: Record<Policy, string> = {
  terms: text("Terms of use"),
  returns: text("Returns"),
  delivery: text("Delivery"),
  privacy: text("Privacy policy"),
};
