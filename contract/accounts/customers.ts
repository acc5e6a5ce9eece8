import { z } from "zod";
import { Id, IdParams, Instant, list, one, PageQuery } from "#contract/endpoint.ts";
import { resource } from "#contract/resources/resource.ts";
import { customer } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { AccountStatus, Address, OwnerProof, Role } from "./accounts.ts";

/** Tags are compared without regard to case. */
export const CustomerTag = z.string("Tag required").trim().min(1, "Tag required").max(40);
/** How many tags a customer may have. */
export const maxCustomerTags = 50;

/** A note of staff, which the customer never sees. */
export const CustomerNote = z.object({
  id: z.int(),
  text: z.string(),
  /** `name` is null for a deleted account. */
  author: z.object({ id: z.int(), name: z.string().nullable() }),
  created_at: Instant,
  edited_at: Instant.nullable(),
});
export type CustomerNote = z.infer<typeof CustomerNote>;
const CustomerNoteForm = z.object({ text: z.string("Note required").trim().min(1, "Note required").max(2000) });
const NoteParams = IdParams.extend({ note_id: Id });

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
  tags: z.array(z.string()),
});
export type Customer = z.infer<typeof Customer>;

export const CustomerSort = z.enum([
  "-created_at",
  "created_at",
  "fullname",
  "-fullname",
  "-last_seen_at",
  "last_seen_at",
  "-orders",
  "orders",
  "-spent",
  "spent",
]);
export type CustomerSort = z.infer<typeof CustomerSort>;

export const CustomerFilters = z.object({
  /** Part of name, email or username. */
  name: z.string().max(100).optional(),
  role: Role.optional(),
  /** Deleted accounts are excluded unless requested. */
  account_status: AccountStatus.optional(),
  tag: CustomerTag.optional(),
  /** First and last day of the registration, in the shop's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type CustomerFilters = z.infer<typeof CustomerFilters>;
/** Accounts by their ids, or all that match filters; a misspelled filter is rejected, as it would select everyone. */
const AccountSelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(100) }),
  z.strictObject({ filters: z.strictObject(CustomerFilters.shape) }),
]);
export type AccountSelection = z.infer<typeof AccountSelection>;

/** A tag added to accounts or removed from them. */
export const TagChange = z.object({ action: z.enum(["add", "remove"]), name: CustomerTag });
export type TagChange = z.infer<typeof TagChange>;
export const TagEdit = TagChange.extend({
  id: z.int(),
  /** How many accounts it changed. */
  changed: z.int(),
  /** Accounts without it because they have `maxCustomerTags`. */
  over_limit: z.int(),
});
export type TagEdit = z.infer<typeof TagEdit>;

export const CustomerQuery = PageQuery.extend({ ...CustomerFilters.shape, sort: CustomerSort.default("-created_at") });

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

/** A change of a tag on several customers. */
const tagEdit = resource("customer_tag_edit", ["customers"]);

export const customersApi = {
  "GET /customers": customer.alsoFor("orders").page("List accounts, newest first.", CustomerQuery, Customer),
  "GET /customers/export": customer.export(
    "Download accounts as CSV with their orders and what they spent, newest first.",
    CustomerFilters,
  ),
  "GET /customers/:id": customer.get(
    "Retrieve an account with its addresses.",
    Customer.extend({ addresses: z.array(Address) }),
  ),
  "PATCH /customers/:id": customer.update(
    "Block or unblock an account or change its role. Ends its sessions. For an administrator it requires the caller's " +
      "password, or a sign-in code if the account has none; administrators are emailed.",
    z.object({
      account_status: SettableStatus.optional(),
      role: Role.exclude(["staff"]).optional(),
      ...OwnerProof.shape,
    }),
    Customer,
    ["last_admin", "stale", "bad_credentials", "code_wrong"],
  ),
  "POST /customers/status": customer.write({
    summary: "Block or unblock several accounts but those of administrators, with a result for each.",
    undo: notUndone.ofEachObject,
    body: z.object({ ids: z.array(Id).min(1).max(100), account_status: SettableStatus }),
    reply: list(CustomerUpdateOutcome),
  }),
  "GET /customers/tags": customer.list(
    "List the tags of customers with how many have each.",
    z.object({ name: z.string(), customers: z.int() }),
  ),
  "POST /customers/tags": tagEdit.write({
    summary: "Add a tag to several accounts or to all that match filters, or remove it. Staff change customers only.",
    undo: { call: "POST /customers/tags/:id/undo", within: "day" },
    idempotency: "accepted",
    body: TagChange.extend({ accounts: AccountSelection }),
    reply: one(TagEdit),
  }),
  "POST /customers/tags/:id/undo": tagEdit.write({
    summary: "Undo one's own change of a tag within a day, or any as an administrator, for the accounts it changed.",
    undo: notUndone.anUndo,
    params: IdParams,
    reply: one(z.object({ changed: z.int() })),
    problems: ["undo_not_possible"],
  }),
  "POST /customers/:id/tags": customer.update(
    "Add a tag to a customer. Tags are created by their first use.",
    z.object({ name: CustomerTag }),
    Customer,
    ["too_many_tags"],
  ),
  "DELETE /customers/:id/tags/:name": customer.write({
    summary: "Remove a tag from a customer.",
    undo: "snapshot",
    params: IdParams.extend({ name: CustomerTag }),
    reply: one(Customer),
  }),
  "GET /customers/:id/notes": customer.list("List the notes of staff on a customer, newest first.", CustomerNote, {
    params: IdParams,
  }),
  "POST /customers/:id/notes": customer.write({
    summary: "Add a note to a customer, never shown to the customer.",
    undo: "snapshot",
    idempotency: "accepted",
    params: IdParams,
    body: CustomerNoteForm,
    reply: one(CustomerNote),
    status: 201,
  }),
  "PUT /customers/:id/notes/:note_id": customer.write({
    summary: "Edit one's own note on a customer.",
    undo: "snapshot",
    params: NoteParams,
    body: CustomerNoteForm,
    reply: one(CustomerNote),
  }),
  "DELETE /customers/:id/notes/:note_id": customer.write({
    summary: "Delete one's own note on a customer, or any as an administrator.",
    undo: "snapshot",
    params: NoteParams,
    status: 204,
  }),
};
