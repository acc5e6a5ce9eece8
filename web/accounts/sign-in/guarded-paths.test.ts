import { expect, test } from "vitest";
import { isGuarded } from "./sign-in-dialog.tsx";

test("D6 dashboard, checkout, account and payment need a sign-in, paths with the same prefix don't", () => {
  const yes = ["/dashboard", "/dashboard/home", "/checkout", "/account/orders", "/payment/7"];
  const no = ["/", "/products", "/cart", "/accounting", "/details/checkout"];
  expect(yes.map(isGuarded)).toEqual(yes.map(() => true));
  expect(no.map(isGuarded)).toEqual(no.map(() => false));
});
