import { useParams } from "react-router";
import type { Order } from "#contract/orders/orders.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Documents } from "#web/orders/documents.tsx";
import { Payments, Refunds, Timeline } from "#web/orders/order-facts.tsx";
import { holdReasonText, QuietStatusBadge, statusLabelsOf } from "#web/orders/order-labels.tsx";
import { OrderLines, OrderTotals } from "#web/orders/order-lines.tsx";
import { OrderPolicies } from "#web/orders/order-policies.tsx";
import { useLiveOrders, useOrder, useOrderAction } from "#web/orders/orders.queries.ts";
import { isBilledElsewhere, PostalAddress } from "#web/orders/postal-address.tsx";
import { Returns } from "#web/orders/returns/returns.tsx";
import { Shipments } from "#web/orders/shipments.tsx";
import { RecordPage } from "#web/ui/admin/record-page.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { NoteForm } from "#web/ui/forms/note-form.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Breadcrumbs } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { MarkRefundSent } from "./mark-refund-sent.tsx";
import { OrderActions } from "./order-actions.tsx";
import { ReturnActions } from "./return-actions.tsx";
import { ShipmentActions } from "./shipment-actions.tsx";

export default function OrderAdminPage() {
  const { order_id = "" } = useParams();
  useLiveOrders();
  return (
    <RecordPage
      key={order_id}
      result={useOrder(order_id)}
      noun="Order"
      titleOf={({ number }) => `Order ${number}`}
      list={{ label: "All orders", to: dashboardPaths.orders() }}
    >
      {(order) => <OrderDetails order={order} />}
    </RecordPage>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const action = useOrderAction(order.id);
  const placed = formatMoment(order.placed_at);
  return (
    <>
      <Breadcrumbs crumbs={[{ label: "Orders", href: dashboardPaths.orders() }, { label: String(order.number) }]} />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-2xl">Order {order.number}</h1>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {statusLabelsOf(order).map((label) => (
              <QuietStatusBadge key={label.label} label={label} />
            ))}
            {placed}
          </p>
        </div>
        <OrderActions order={order} mutation={action} />
      </header>
      <div role="alert" className="grid gap-3 empty:hidden">
        {action.error && (
          <Banner tone="danger" title="Couldn't update the order">
            {action.error.message} This page shows its current state.
          </Banner>
        )}
      </div>
      {order.status === "on_hold" && (
        <Banner tone="warning" title="On hold">
          {holdReasonText(order.hold_reason)}
        </Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <CardSection title={`Items (${order.quantity})`}>
            <OrderLines order={order} withStock />
            <OrderTotals order={order} />
          </CardSection>
          <ShipmentsCard order={order} action={action} />
          <Returns order={order} isAdmin actions={(one) => <ReturnActions one={one} />} />
          <CardSection title="Payments">
            <Payments order={order} />
            <Refunds order={order} isAdmin action={(refund) => <MarkRefundSent orderId={order.id} refund={refund} />} />
          </CardSection>
          <Documents order={order} />
          <OrderPolicies orderId={order.id} />
        </div>
        <div className="grid gap-5">
          <CustomerCard order={order} />
          <CardSection title="Timeline">
            <OrderNote order={order} action={action} />
            <Timeline order={order} isAdmin />
          </CardSection>
        </div>
      </div>
    </>
  );
}

function ShipmentsCard({ order, action }: { order: Order; action: ReturnType<typeof useOrderAction> }) {
  const collectsCash = order.payments.some(({ provider, status }) => provider === "cod" && status === "authorized");
  if (order.fulfilments.length === 0) return null;
  return (
    <CardSection title="Shipments">
      <Shipments
        order={order}
        isAdmin
        action={(shipment, number) => (
          <ShipmentActions
            shipment={shipment}
            version={order.version}
            number={number}
            collectsCash={collectsCash}
            action={action}
          />
        )}
      />
    </CardSection>
  );
}

const CustomerCard = ({ order }: { order: Order }) => {
  const { customer, shipping_address, shipping_method, customer_note } = order;
  return (
    <CardSection title="Customer">
      <div className="grid gap-4 text-sm">
        <p>
          <span className="block font-medium">
            {customer.id === null ? (
              customer.fullname || customer.email || "No name"
            ) : (
              <ShopLink
                to={dashboardPaths.user(customer.id)}
                className="inline-block py-0.5 underline-offset-4 hover:underline"
              >
                {customer.fullname || customer.email || "No name"}
              </ShopLink>
            )}
          </span>
          {customer.email && (
            <a href={`mailto:${customer.email}`} className="inline-block py-0.5 text-link underline underline-offset-4">
              {customer.email}
            </a>
          )}
          {customer.unconfirmed_email && (
            <>
              <span className="block text-muted">{customer.unconfirmed_email} (not confirmed)</span>
              <span className="block text-muted">The emails of this order are sent there, no others.</span>
            </>
          )}
        </p>
        <div className="grid gap-1">
          <h3 className="text-muted">Shipping address</h3>
          <PostalAddress address={shipping_address} />
        </div>
        {isBilledElsewhere(order) && (
          <div className="grid gap-1">
            <h3 className="text-muted">Billing address</h3>
            <PostalAddress address={order.billing_address} />
          </div>
        )}
        {order.reverse_charge && <VatProof proof={order.reverse_charge} />}
        {shipping_method && (
          <div className="grid gap-1">
            <h3 className="text-muted">Shipping method</h3>
            <p>{shipping_method.name}</p>
          </div>
        )}
        {customer_note && (
          <div className="grid gap-1">
            <h3 className="text-muted">Customer note</h3>
            <p className="whitespace-pre-line">{customer_note}</p>
          </div>
        )}
      </div>
    </CardSection>
  );
};

const OrderNote = ({ order: { id }, action }: { order: Order; action: ReturnType<typeof useOrderAction> }) => (
  <NoteForm
    hint="Only staff see this."
    action="Add note"
    busy={action.isPending && action.variables.route === "POST /orders/:id/notes"}
    onSave={(text, onDone) =>
      action.mutate(
        { route: "POST /orders/:id/notes", args: { params: { id }, body: { text } } },
        {
          onSuccess: (reply) => {
            onDone();
            toastDone(reply, "Note added");
          },
        },
      )
    }
  />
);

/** How the VAT ID was confirmed with which no VAT is charged. */
const VatProof = ({ proof }: { proof: NonNullable<Order["reverse_charge"]> }) => (
  <div className="grid gap-1">
    <h3 className="text-muted">VAT ID confirmed by VIES</h3>
    <p>
      {[proof.vat_id, proof.name].filter(Boolean).join(", ")}
      <span className="block text-muted">
        {formatMoment(proof.checked_at)}
        {proof.consultation_number && `, consultation number ${proof.consultation_number}`}
      </span>
    </p>
  </div>
);
