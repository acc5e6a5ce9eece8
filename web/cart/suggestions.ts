import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { useBestSellers } from "#web/api/best-sellers.ts";
import { query } from "#web/api/call.ts";
import { say } from "#words/say.ts";
import { useCart, useProductsInCart } from "./cart.queries.ts";

const maxShown = 4;
/** A single suggestion looks like a mistake. */
const fewest = 2;

/** What goes with the latest product of the cart; best sellers for an empty one. Settled once they are known. */
export function useCartSuggestions(): { title: string; products: ProductCard[]; isSettled: boolean } {
  const { data: cart, hasNone, isError } = useCart();
  const inCart = useProductsInCart();
  const latest = inCart.at(-1);
  const complements = useQuery({
    ...query("GET /product/bought-together/:id", { params: { id: latest ?? 0 }, query: { per_page: 8 } }),
    enabled: latest !== undefined,
    placeholderData: keepPreviousData,
  });
  const listSuggested = (found: ProductCard[] = []) =>
    found.filter(({ id, in_stock }) => in_stock && !inCart.includes(id)).slice(0, maxShown);
  const hasComplements =
    latest !== undefined && (complements.isPending || listSuggested(complements.data?.data).length >= fewest);
  // What others buy has nothing to do with the items of a cart.
  const best = useBestSellers(cart !== undefined && latest === undefined);
  const isSettled = cart ? !(latest === undefined ? best : complements).isPending : hasNone || isError;
  if (latest === undefined) return { title: best.title, products: listSuggested(best.products), isSettled };
  const products = hasComplements ? listSuggested(complements.data?.data) : [];
  return { title: say("Goes well with your items"), products, isSettled };
}
