import { useSuspenseQuery } from "@tanstack/react-query";
import type { RetentionSettings } from "#contract/shop/retention.ts";
import { fixedRetention } from "#contract/shop/retention-periods.ts";
import { query } from "#web/api/call.ts";
import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { say, sayCount } from "#words/say.ts";
import { Clause } from "./policy.tsx";

export const retentionQuery = () => query("GET /shop/retention", {});

/** How long the shop stores personal data: the settings that the nightly jobs read. */
export function RetentionList() {
  const { data } = useSuspenseQuery(retentionQuery()).data;
  return (
    <Clause title={say("How long we store data")}>
      <Table label={say("How long we store data")}>
        <thead>
          <tr>
            <HeadCell>{say("Data")}</HeadCell>
            <HeadCell>{say("Stored for")}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {periodsOf(data).map(([what, time]) => (
            <Row key={what}>
              <Cell>{what}</Cell>
              <Cell>{time}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Clause>
  );
}

const days = (n: number) => sayCount("1 day", "{n} days", n);

const periodsOf = (set: RetentionSettings): [string, string][] => [
  [say("Your account, with addresses, wishlist and reviews"), say("Until you delete the account")],
  [say("An email you enter at checkout without ordering"), days(set.guest_account_days)],
  [
    say("Orders, returns and withdrawals"),
    set.order_years === null
      ? say("Until you delete the account and they have ended")
      : sayCount("1 year after their end", "{n} years after their end", set.order_years),
  ],
  [say("Invoices and credit notes"), say("As long as tax law requires")],
  [say("Carts without an account, after their last use"), days(fixedRetention.guest_cart)],
  [say("Emails we sent you"), days(set.email_days)],
  [say("Notifications in your account"), days(set.notification_days)],
  [say("Back-in-stock requests, after our email"), days(fixedRetention.sent_alert)],
  [say("Back-in-stock requests without an email"), days(fixedRetention.open_alert)],
  [say("Searches without results, without who searched"), days(set.search_days)],
  [say("What payment providers report"), days(fixedRetention.payment_report)],
  [say("The log of changes to your account and orders"), days(set.change_days)],
];
