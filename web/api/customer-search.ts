import { keepPreviousData, useQuery } from "@tanstack/react-query";
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
