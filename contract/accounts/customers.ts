import { z } from "zod";
import { endpoint, Id, IdParams, Instant, list, one, PageQuery, paged } from "#contract/endpoint.ts";
import { AccountStatus, Address, Role } from "./accounts.ts";

/** An account as administrators see it. Deleted accounts have no name, email and username. */
export const Customer = z.object({
  id: z.int(),
  fullname: z.string().nullable(),
  email: z.string().nullable(),
  /** When the email was verified; null if it is not, or without an email. */
  email_verified_at: Instant.nullable(),
  username: z.string().nullable(),
  role: Role,
  account_status: AccountStatus,
  created_at: Instant,
  last_seen_at: Instant.nullable(),
});
export type Customer = z.infer<typeof Customer>;

export const CustomerSort = z.enum([
  "-created_at",
  "created_at",
  "fullname",
  "-fullname",
  "-last_seen_at",
  "last_seen_at",
]);
export type CustomerSort = z.infer<typeof CustomerSort>;

export const CustomerFilters = z.object({
  /** Part of name, email or username. */
  name: z.string().max(100).optional(),
  role: Role.optional(),
  /** Deleted accounts are excluded unless requested. */
  account_status: AccountStatus.optional(),
  /** First and last day of the registration, in the shop's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type CustomerFilters = z.infer<typeof CustomerFilters>;
export const CustomerQuery = PageQuery.extend({
  ...CustomerFilters.shape,
  sort: CustomerSort.default("-created_at"),
});

/** The statuses an administrator can set. */
export const SettableStatus = z.enum(["active", "blocked"]);
export type SettableStatus = z.infer<typeof SettableStatus>;

/** Result for one account of a bulk update: the updated account, or the problem. */
export const CustomerUpdateOutcome = z.object({
  id: z.int(),
  customer: Customer.nullable(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type CustomerUpdateOutcome = z.infer<typeof CustomerUpdateOutcome>;

export const customersApi = {
  "GET /customers": endpoint({
    summary: "List accounts, newest first.",
    caller: "admin",
    query: CustomerQuery,
    reply: paged(Customer),
  }),
  "GET /customers/export": endpoint({
    summary: "Download accounts as CSV, newest first.",
    caller: "admin",
    query: CustomerFilters,
  }),
  "GET /customers/:id": endpoint({
    summary: "Retrieve an account with its addresses.",
    caller: "admin",
    params: IdParams,
    reply: one(Customer.extend({ addresses: z.array(Address) })),
    problems: ["not_found"],
  }),
  "PATCH /customers/:id": endpoint({
    summary: "Block or unblock an account or change its role. Ends its sessions.",
    caller: "admin",
    params: IdParams,
    body: z.object({ account_status: SettableStatus.optional(), role: Role.exclude(["staff"]).optional() }),
    reply: one(Customer),
    problems: ["not_found", "last_admin"],
  }),
  "POST /customers/status": endpoint({
    summary: "Block or unblock several accounts, with a result for each.",
    caller: "admin",
    body: z.object({ ids: z.array(Id).min(1).max(100), account_status: SettableStatus }),
    reply: list(CustomerUpdateOutcome),
  }),
};
