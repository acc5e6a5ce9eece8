import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { query } from "#web/api/call.ts";
import { say } from "#words/say.ts";
import { useCart, useProductsInCart } from "./cart.queries.ts";

const maxShown = 4;

/** What goes with the latest product of the cart, or else best sellers. Settled once both are known. */
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
    latest !== undefined && (complements.isPending || listSuggested(complements.data?.data).length > 0);
  const bestSellers = useQuery({
    ...query("GET /product", { query: { sort: "popular", per_page: 8, facets: false } }),
    enabled: cart !== undefined && !hasComplements,
  });
  const { data, isPending } = hasComplements ? complements : bestSellers;
  return {
    title: hasComplements ? say("Goes well with your items") : say("Best sellers"),
    products: listSuggested(data?.data),
    isSettled: cart ? !isPending : hasNone || isError,
  };
}
