import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { MergedCounts } from "#contract/accounts/customer-data.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { call, query } from "#web/api/call.ts";
import { useCustomerSearch } from "#web/api/picker-items.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { DialogForm, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatShopNumber } from "#words/say.ts";
import { displayName } from "./user-labels.ts";
import { refreshUsers } from "./users.queries.ts";

/** Merges a customer into another one that is searched for, after what moves is shown. */
export function MergeUserForm({ user }: { user: Customer }) {
  const closeDialog = useCloseDialog();
  const { id } = user;
  const [search, setSearch] = useState("");
  const [into, setInto] = useState<{ id: number; label: string }>();
  const found = (useCustomerSearch(search).data ?? []).filter((one) => one.id !== id);
  const into_id = into?.id ?? 0;
  const preview = useQuery({
    ...query("GET /customers/:id/merge", { params: { id }, query: { into_id } }),
    enabled: into !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const navigate = useNavigate();
  const state = useCallForm({
    start: {},
    errorFields: [],
    send: async () => {
      const reply = await call("POST /customers/:id/merge", { params: { id }, body: { into_id } }).finally(() =>
        refreshUsers(),
      );
      closeDialog();
      toastDone(reply, "Accounts merged");
      void navigate(dashboardPaths.user(into_id));
    },
  });
  return (
    <DialogForm
      state={state}
      action="Merge accounts"
      record={id}
      danger
      disabled={!preview.data}
      choices={{ isChanged: into !== undefined, chosen: into, restore: setInto }}
    >
      <FormProblem problem={preview.error?.message} />
      <p className="text-muted">
        Choose the account that stays. It gets everything of {displayName(user)}, whose account is deleted and signed
        out. This can't be undone.
      </p>
      {into ? (
        <ChosenList label="Selected customer" items={[into]} onRemove={() => setInto(undefined)} />
      ) : (
        <MultiPicker
          label="Customers"
          chosen={[]}
          items={found}
          onSearch={setSearch}
          onAdd={(chosen) => setInto(found.find((one) => one.id === chosen))}
          onRemove={() => undefined}
        />
      )}
      {into &&
        (preview.data ? <MovedCounts moved={preview.data.data} /> : preview.error ? null : <TextSkeleton lines={3} />)}
    </DialogForm>
  );
}

function MovedCounts({ moved }: { moved: MergedCounts }) {
  const moving = (Object.keys(labels) as (keyof MergedCounts)[]).filter((kind) => moved[kind] > 0);
  if (moving.length === 0) return <p>Nothing moves: the account is empty.</p>;
  return (
    <dl
      aria-label="What moves"
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-lg bg-sunken p-4 text-sm"
    >
      {moving.map((kind) => (
        <div key={kind} className="contents">
          <dt>{labels[kind]}</dt>
          <dd className="text-end tabular-nums">{formatShopNumber(moved[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}

const labels: Record<keyof MergedCounts, string> = {
  orders: "Orders",
  returns: "Returns",
  coupon_uses: "Coupon uses",
  reviews: "Reviews",
  review_votes: "Votes on reviews",
  cart_units: "Units in the cart",
  wishlist_items: "Wishlist products",
  stock_alerts: "Back-in-stock alerts",
  notifications: "Notifications",
  addresses: "Addresses",
  notes: "Notes",
  tags: "Tags",
};
