import { z } from "zod";
import { endpoint, IdParams, one } from "#contract/endpoint.ts";

export const customerDataApi = {
  "POST /customers/:id/data": endpoint({
    summary:
      "Collect the personal data of a customer: profile, addresses, sessions, orders, returns, reviews and wishlist.",
    caller: "admin",
    params: IdParams,
    reply: one(z.record(z.string(), z.unknown())),
    secret: true,
    problems: ["not_found"],
  }),
  "POST /customers/:id/erasure": endpoint({
    summary:
      "Delete the account of a customer as its owner can, confirmed with its username, or its email without one.",
    caller: "admin",
    params: IdParams,
    body: z.object({ confirmation: z.string().trim().max(254) }),
    status: 204,
    problems: ["not_found", "staff_account"],
  }),
};
