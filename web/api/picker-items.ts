import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import { query } from "./call.ts";

const maxFound = 8;

/** The first active customers found by name, email or username, once two letters are entered. */
export const useCustomerSearch = (name: string) =>
  useQuery({
    ...query("GET /customers", { query: { name, role: "customer", account_status: "active", per_page: maxFound } }),
    enabled: name.length > 1,
    placeholderData: keepPreviousData,
    select: ({ data }) =>
      data.map(({ id, fullname, email, username }) => ({
        id,
        label: [fullname, email ?? username].filter(Boolean).join(" · "),
      })),
  });

/** Products as items to choose from; the previous ones stay until they are loaded. */
export const useProductItems = (filters: ProductFilters, enabled: boolean) =>
  useQuery({
    ...query("GET /product/admin", { query: { ...filters, per_page: 100 } }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data }) => data.map(({ id, name }) => ({ id, label: name })),
  }).data ?? [];
