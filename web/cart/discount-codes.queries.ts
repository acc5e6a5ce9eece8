import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { text } from "#words/say.ts";
import { withGuestCart } from "./guest.ts";

/** Mutations of coupons and gift cards; a rejected code leaves the cart as it was. */
export function useDiscountCodes() {
  const client = useQueryClient();
  const settle = {
    onSuccess: (cart: Cart) => {
      cacheCart(client, cart);
    },
    onError: ({ details }: CallProblem) => {
      if (details.cart) cacheCart(client, details.cart as Cart);
    },
  };
  const redeem = useMutation<Cart, CallProblem, string>({ mutationFn: redeemCode, ...settle });
  const dropCoupon = useMutation({
    mutationFn: () => withGuestCart(() => call("DELETE /cart/coupon")),
    ...settle,
  });
  const dropGiftCard = useMutation({
    mutationFn: (id: number) => withGuestCart(() => call("DELETE /cart/gift-card/:id", { params: { id } })),
    ...settle,
  });
  return { redeem, dropCoupon, dropGiftCard };
}

/** One field takes both: an unknown coupon may be a gift card. */
async function redeemCode(code: string): Promise<Cart> {
  try {
    return await withGuestCart(() => call("PUT /cart/coupon", { body: { code } }));
  } catch (problem) {
    if (!isUnknown(problem, "coupon_unknown")) throw problem;
  }
  try {
    return await withGuestCart(() => call("PUT /cart/gift-card", { body: { code } }));
  } catch (problem) {
    if (!isUnknown(problem, "gift_card_unknown")) throw problem;
    throw new CallProblem(409, { message: text("That code isn't valid.") });
  }
}

const isUnknown = (problem: unknown, code: string) => problem instanceof CallProblem && problem.code === code;
