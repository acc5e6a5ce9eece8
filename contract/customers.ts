import { z } from "zod";
import { AccountStatus, Address, Role } from "./accounts.ts";
import { endpoint, Id, IdParams, Instant, list, one, PageQuery, paged } from "./endpoint.ts";

/** An account as administrators see it. One that was deleted has no name, no e-mail and no username. */
export const Customer = z.object({
  id: z.int(),
  fullname: z.string().nullable(),
  email: z.string().nullable(),
  /** When the e-mail was shown to be theirs; null while it was not, and without one. */
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

export const CustomerQuery = PageQuery.extend({
  /** A part of name, e-mail or username. */
  name: z.string().max(100).optional(),
  role: Role.optional(),
  /** Deleted accounts are left out unless they are asked for. */
  account_status: AccountStatus.optional(),
  sort: CustomerSort.default("-created_at"),
});

/** What administrators may set; the rest of the states come about by themselves. */
export const SettableStatus = z.enum(["active", "blocked"]);
export type SettableStatus = z.infer<typeof SettableStatus>;

/** What came of one account of several: it as it stands now, or why it was not changed. */
export const CustomerUpdateOutcome = z.object({
  id: z.int(),
  customer: Customer.nullable(),
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type CustomerUpdateOutcome = z.infer<typeof CustomerUpdateOutcome>;

export const customersApi = {
  "GET /customers": endpoint({
    summary: "Everybody with an account, newest first.",
    caller: "admin",
    query: CustomerQuery,
    reply: paged(Customer),
  }),
  "GET /customers/:id": endpoint({
    summary: "One account, with the addresses kept in it.",
    caller: "admin",
    params: IdParams,
    reply: one(Customer.extend({ addresses: z.array(Address) })),
    problems: ["not_found"],
  }),
  "PATCH /customers/:id": endpoint({
    summary: "Block, unblock or change the role of an account; its sessions end.",
    caller: "admin",
    params: IdParams,
    body: z.object({ account_status: SettableStatus.optional(), role: Role.optional() }),
    reply: one(Customer),
    problems: ["not_found", "last_admin"],
  }),
  "POST /customers/standing": endpoint({
    summary: "Block or unblock several accounts, each by itself: what came of it is told account by account.",
    caller: "admin",
    body: z.object({ ids: z.array(Id).min(1).max(100), account_status: SettableStatus }),
    reply: list(CustomerUpdateOutcome),
  }),
};
