import type { Cart } from "#contract/cart.ts";

/** The newer version of one cart, as answers may arrive out of order; of two carts the one that arrived last. */
export const latestCart = (came: Cart, before: Cart | undefined): Cart =>
  before && before.id === came.id && before.version > came.version ? before : came;
