import { useQuery } from "@tanstack/react-query";
import { say } from "#words/say.ts";
import { query } from "./call.ts";

export const bestSellers = () =>
  query("GET /product", { query: { sort: "popular", sold: true, per_page: 8, facets: false } });
const newArrivals = () => query("GET /product", { query: { sort: "newest", per_page: 8, facets: false } });

/** The products sold most, or the newest ones in a shop that has sold nothing lately, with their heading. */
export function useBestSellers(enabled = true) {
  const best = useQuery({ ...bestSellers(), enabled });
  const hasSold = best.data?.data.length !== 0;
  const newest = useQuery({ ...newArrivals(), enabled: enabled && !hasSold });
  const { data, isPending } = hasSold ? best : newest;
  return { title: hasSold ? say("Best sellers") : say("New arrivals"), products: data?.data ?? [], isPending };
}
