import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { orderEmails } from "#contract/emails.ts";
import { query } from "#web/api/query.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";

/** The emails about orders, each with the data of the latest order. */
export function EmailPreview() {
  const [email, setEmail] = useState<(typeof orderEmails)[number]>("order_confirmed");
  const { data, error, refetch } = useQuery({
    ...query("GET /settings/emails/preview", { query: { email } }),
    staleTime: 0,
  });
  return (
    <CardSection title="Preview" hint="With the data of your latest order.">
      <div className="grid gap-4">
        <SelectField label="Email" value={email} onChange={({ target }) => setEmail(target.value as typeof email)}>
          {orderEmails.map((name) => (
            <option key={name} value={name}>
              {labels[name]}
            </option>
          ))}
        </SelectField>
        {error ? (
          <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
        ) : data === undefined ? (
          <Skeleton className="h-96 rounded" />
        ) : data.data === null ? (
          <p className="text-sm text-muted">There is no order yet. Place a test order to see your emails.</p>
        ) : (
          <>
            <p className="text-sm">
              <span className="text-muted">Subject:</span> {data.data.subject}
            </p>
            {/* Without scripts, forms and links into this window. */}
            <iframe
              title={`Preview: ${labels[email]}`}
              sandbox=""
              srcDoc={data.data.html}
              className="h-[36rem] w-full rounded border border-hairline bg-white"
            />
          </>
        )}
      </div>
    </CardSection>
  );
}

const labels: Record<(typeof orderEmails)[number], string> = {
  order_confirmed: "Order confirmed",
  order_waiting: "Bank transfer instructions",
  order_expired: "Order expired",
  order_shipped: "Shipped",
  order_delivered: "Delivered",
  order_cancelled: "Cancelled",
  order_refunded: "Refunded",
  return_requested: "Return requested",
  return_approved: "Return approved",
  return_rejected: "Return declined",
  return_received: "Return received",
  return_closed: "Return closed",
};
