import type { Cart } from "#contract/cart.ts";

/** The later of two states of one cart, as answers may overtake each other. Of two carts it is the one that came last. */
export const laterCart = (came: Cart, before: Cart | undefined): Cart =>
  before && before.id === came.id && before.version > came.version ? before : came;
