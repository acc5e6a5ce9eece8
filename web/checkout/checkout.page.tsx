import { useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useNavigate } from "react-router";
import { AddressFields } from "#web/accounts/addresses/address-fields.tsx";
import { query } from "#web/api/call.ts";
import { isSettled } from "#web/api/idempotency-key.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useCart } from "#web/cart/cart.queries.ts";
import { DiscountCodes } from "#web/cart/discount-codes.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ordersQuery } from "#web/orders/orders.queries.ts";
import { paths } from "#web/paths.ts";
import { EmptyState, ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";
import {
  addressesQuery,
  countriesQuery,
  paymentMethodsQuery,
  useEditOrder,
  usePlaceOrder,
} from "./checkout.queries.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import { reopenDraft } from "./draft.ts";

export default function CheckoutPage() {
  return (
    <main className="page-width py-8 md:py-12">
      <PageHead title={say("Checkout")} hidden />
      <h1 className="mb-8 text-title">{say("Checkout")}</h1>
      <Checkout />
    </main>
  );
}

function Checkout() {
  const navigate = useNavigate();
  const cart = useCart();
  const profile = useProfile();
  const place = usePlaceOrder();
  const isCustomer = !cart.hasNone;
  const addresses = useQuery({ ...addressesQuery(), enabled: isCustomer });
  const countries = useQuery(countriesQuery());
  const methods = useQuery({ ...paymentMethodsQuery(), enabled: isCustomer });
  const isDemo = useQuery(query("GET /shop", {})).data?.data.demo ?? true;
  const current = cart.data;
  if (cart.hasNone) return <NoCart />;
  const failed = [cart, profile, addresses, countries, methods].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorNotice onRetry={() => void failed.refetch()}>{failed.error?.message}</ErrorNotice>;
  if (!current || !profile.data || !addresses.data || !countries.data || !methods.data) return <CheckoutSkeleton />;
  // Placing the order empties the cart while the page navigates or asks for the result.
  const isRejected = place.isError && isSettled(place.error);
  if (current.items.length === 0 && (place.isIdle || isRejected)) return <EmptyCart />;
  return (
    <CheckoutForm
      owner={profile.data}
      cart={current}
      addresses={addresses.data.data}
      countries={countries.data.data}
      methods={methods.data.data}
      isDemo={isDemo}
      renderAddress={(place) => <AddressFields {...place} />}
      renderCodes={(applied, country) => <DiscountCodes {...applied} country={country || undefined} />}
      place={place}
      onPlaced={(orderId) => void navigate(paths.payment(orderId))}
    />
  );
}

/** The empty cart; an order pending payment can be paid, and edited if it came from the cart. */
function EmptyCart() {
  const waiting = useQuery({ ...ordersQuery({ status: "pending_payment", per_page: 1 }), staleTime: 0 }).data?.data[0];
  const edit = useEditOrder(reopenDraft);
  return (
    <EmptyState
      icon={<ShoppingBag />}
      title={
        waiting ? say("Order {number} is awaiting payment", { number: waiting.number }) : say("Your cart is empty")
      }
      action={
        <>
          {waiting && (
            <ButtonLink
              to={paths.payment(waiting.id)}
              look="primary"
              label={say("Pay order {number}", { number: waiting.number })}
            />
          )}
          {waiting?.from_cart && (
            <Button busy={edit.isPending} onClick={() => edit.mutate(waiting.id)}>
              {say("Edit details")}
            </Button>
          )}
          {!waiting && <ButtonLink to={paths.products()} look="primary" label={say("Browse products")} />}
        </>
      }
    >
      {!waiting
        ? say("Add an item, then check out.")
        : waiting.from_cart
          ? say("Its items are reserved for you. If you edit its details, they go back to your cart.")
          : say("Its items are reserved for you.")}
    </EmptyState>
  );
}

const NoCart = () => (
  <EmptyState
    icon={<ShoppingBag />}
    title={say("Administrators can't place orders")}
    action={<ButtonLink to={dashboardPaths.home()} look="primary" label={say("Go to the dashboard")} />}
  >
    {say("Sign in with a customer account to place an order.")}
  </EmptyState>
);
