import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Cart, CartItem } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { useProfile } from "#web/api/profile.ts";
import { query } from "#web/api/query.ts";
import { useSession } from "#web/api/session.ts";
import { toast } from "#web/ui/toast-store.ts";
import { openCartDrawer } from "./drawer-store.ts";
import { asShopper, beGuest, forgetGuest, useGuest } from "./guest.ts";
import { lineQueue } from "./line-queue.ts";
import type { Wish } from "./wishes.ts";

export const cartQuery = () => ({
  ...query("GET /cart", {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => asShopper(() => call("GET /cart", {}, { signal })),
});
const key = query("GET /cart", {}).queryKey;

/** The cart of this guest or customer. Nothing is asked while it is not known who is here, nor ever for administrators. */
export function useCart() {
  const { status, role } = useSession();
  const isCustomer = status === "in" && role !== "admin";
  const profile = useProfile();
  const hasGuestCart = useGuest(({ id }) => id !== undefined);
  const enabled = status === "out" ? hasGuestCart : isCustomer && !profile.isPending;
  const { data, ...cart } = useQuery({ ...cartQuery(), enabled });
  return { ...cart, data: role === "admin" ? undefined : data, hasNone: status === "in" && role === "admin" };
}

/** Keeps the cart with the person: a guest cart where nobody is signed in, and a fresh look after signing in. Mount it once. */
export function useCartOfPerson() {
  const client = useQueryClient();
  const status = useSession((session) => session.status);
  useEffect(() => {
    if (status === "out") void beGuest();
  }, [status]);
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (now.status === before.status || now.status !== "in") return;
        // What the guest had chosen is in the customer's cart now; an administrator leaves it for later.
        if (now.role === "customer") forgetGuest();
        void client.invalidateQueries({ queryKey: key });
      }),
    [client],
  );
}

/** Puts units of a variation into the cart, then shows the cart. `error` carries words for the shopper. */
export function useAddToCart() {
  const client = useQueryClient();
  return useMutation<Cart, CallProblem, { variation_id: number; quantity: number }>({
    mutationFn: (line) => asShopper(() => call("POST /cart", { body: line })),
    onSuccess: (cart, { variation_id }) => {
      client.setQueryData(key, cart);
      openCartDrawer(variation_id);
    },
    onError: ({ beside }) => {
      if (beside.cart) client.setQueryData(key, beside.cart as Cart);
    },
  });
}

/** What can be done with a line: each shows at once and rolls back with a `reason` when it is refused. */
export function useLine(line: CartItem) {
  const client = useQueryClient();
  const queue = useMemo(() => queueOf(client), [client]);
  const [reason, setReason] = useState<string>();
  const wish = async (change: Wish) => {
    setReason(undefined);
    const problem = await queue.wish(line.id, change);
    setReason(problem?.message);
    return problem;
  };
  const remove = async (saved: boolean) => {
    const putBack = () => void restore(client, line, saved);
    const problem = await wish({ removed: true });
    if (problem) return toast({ tone: "danger", title: problem.message });
    toast({ title: `${line.product.name} was removed`, action: { label: "Undo", onClick: putBack } });
  };
  return {
    reason,
    setQuantity: (quantity: number) => void wish({ quantity }),
    saveForLater: (saved: boolean) => void wish({ saved }),
    /** Says that a changed price was seen. */
    acceptPrice: () => void wish({}),
    remove: (saved = false) => void remove(saved),
  };
}

/** Brings a removed line back as it was. */
async function restore(client: QueryClient, { variation_id, quantity, product }: CartItem, saved: boolean) {
  await queueOf(client).idle();
  try {
    let cart = await asShopper(() => call("POST /cart", { body: { variation_id, quantity } }));
    const line = cart.items.find((item) => item.variation_id === variation_id);
    if (saved && line) cart = await call("PATCH /cart", { body: { item_id: line.id, saved_for_later: true } });
    client.setQueryData(key, cart);
  } catch (problem) {
    toast({
      tone: "danger",
      title: `${product.name} could not be put back`,
      description: (problem as CallProblem).message,
    });
  }
}

const queues = new WeakMap<QueryClient, ReturnType<typeof lineQueue>>();

/** One queue for all lines, so that answers never overtake each other. */
function queueOf(client: QueryClient) {
  const known = queues.get(client);
  if (known) return known;
  const made = lineQueue(client, key, (itemId, wish) => inSight(client, () => grant(itemId, wish)));
  queues.set(client, made);
  return made;
}

function grant(itemId: number, { removed, quantity, saved }: Wish) {
  if (removed) return asShopper(() => call("DELETE /cart/:id", { params: { id: itemId } }));
  const change = { item_id: itemId, quantity, saved_for_later: saved };
  return asShopper(() => call("PATCH /cart", { body: change }));
}

/** Run as a mutation, so that the loading bar sees it. */
const inSight = <T>(client: QueryClient, work: () => Promise<T>): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, { mutationFn: work, networkMode: "always" })
    .execute();
