import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { GiftCard, GiftCardEntry } from "#contract/gift-cards.ts";
import { pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { OrderReference } from "#web/orders/admin/order-reference.tsx";
import { useOrdersById } from "#web/orders/orders.queries.ts";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { EditableFields } from "#web/ui/forms/page-form.tsx";
import { useTypedText } from "#web/ui/forms/use-typed-text.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { usePaging } from "#web/ui/lists/list-address.ts";
import { PagedCard } from "#web/ui/lists/paged-card.tsx";
import { LabelBadge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { instantOfInput, localInputValue } from "#web/ui/text/shop-time.ts";
import { entryLabels, giftCardStatusLabels } from "./gift-card-labels.ts";
import { useChangeGiftCard, useGiftCard } from "./gift-cards.queries.ts";

export default function GiftCardAdminPage() {
  return (
    <RecordPage
      result={useGiftCard(Number(useParams().gift_card_id))}
      noun="Gift card"
      titleOf={({ last4 }) => `Gift card ${last4}`}
      list={{ label: "All gift cards", to: dashboardPaths.giftCards() }}
    >
      {(card) => <LoadedCard key={card.id} card={card} />}
    </RecordPage>
  );
}

function LoadedCard({ card }: { card: GiftCard }) {
  const { change, isPending } = useChangeGiftCard(card);
  const name = `•••• ${card.last4}`;
  return (
    <>
      <Breadcrumbs crumbs={[{ label: "Gift cards", href: dashboardPaths.giftCards() }, { label: name }]} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-2xl">Gift card {name}</h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <LabelBadge label={giftCardStatusLabels[card.status]} />
            Issued {formatDay(card.created_at)}
          </p>
        </div>
        <Button
          writes
          size="small"
          busy={isPending}
          onClick={() => change({ is_active: !card.is_active }, `Gift card ${card.is_active ? "disabled" : "enabled"}`)}
        >
          {card.is_active ? "Disable" : "Enable"}
        </Button>
      </header>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <History card={card} />
        <div className="grid gap-5">
          <CardSection title="Balance">
            <p className="text-2xl font-semibold tabular-nums">{formatMoney(card.balance)}</p>
            <p className="text-sm text-muted">of {formatMoney(card.initial)}</p>
          </CardSection>
          <CardSection title="Recipient and note">
            <dl className="grid gap-3 text-sm">
              <div>
                <dt className="text-muted">Recipient</dt>
                <dd className="wrap-anywhere">{card.recipient ?? "None"}</dd>
              </div>
              <div>
                <dt className="text-muted">Note</dt>
                <dd className="wrap-anywhere">{card.note ?? "None"}</dd>
              </div>
            </dl>
          </CardSection>
          <Expiry card={card} />
        </div>
      </div>
    </>
  );
}

function Expiry({ card }: { card: GiftCard }) {
  const { change, isPending } = useChangeGiftCard(card);
  const saved = localInputValue(card.expires_at);
  const [value, setValue] = useTypedText(saved, isPending);
  return (
    <CardSection title="Expiry" hint="In the shop's time zone.">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending || value === saved) return;
          change({ expires_at: instantOfInput(value) }, "Expiry saved");
        }}
      >
        <EditableFields>
          <DateField
            label="Expires"
            optional
            withTime
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
          <Button type="submit" size="small" className="justify-self-start" busy={isPending} disabled={value === saved}>
            Save expiry
          </Button>
        </EditableFields>
      </form>
    </CardSection>
  );
}

/** Every change of the balance. */
function History({ card }: { card: GiftCard }) {
  const { at, href } = usePaging(dashboardPaths.giftCard(card.id));
  const result = useQuery(pageQuery("GET /gift-cards/:id/entries", { params: { id: card.id }, query: at }));
  const orders = useOrdersById([...new Set(result.data?.data.flatMap(({ order_id }) => order_id ?? []))]);
  return (
    <PagedCard title="History" result={result} href={href} none="No changes yet.">
      {(entries) => (
        <ol aria-label="History" className="grid divide-y divide-hairline text-sm">
          {entries.map((entry) => (
            <li key={entry.id} className="flex items-center justify-between gap-x-4 py-2.5">
              <span className="grid min-w-0 gap-0.5">
                <span className="flex flex-wrap items-center gap-x-3">
                  <span className="font-medium">{entryLabels[entry.kind]}</span>
                  {entry.order_id && <OrderReference id={entry.order_id} order={orders?.get(entry.order_id)} />}
                </span>
                <span className="text-muted">{formatMoment(entry.at)}</span>
              </span>
              <Amounts entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </PagedCard>
  );
}

const Amounts = ({ entry: { change, balance } }: { entry: GiftCardEntry }) => (
  <span className="grid text-end tabular-nums">
    <span className="font-medium">
      {change.amount > 0 && "+"}
      {formatMoney(change)}
    </span>
    <span className="text-muted">Balance {formatMoney(balance)}</span>
  </span>
);
