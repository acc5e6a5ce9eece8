import { z } from "zod";
import { Id, IdParams, Instant, one, PageQuery } from "#contract/endpoint.ts";
import { onlyAdministrators, PermissionArea } from "#contract/resources/permissions.ts";
import { resource } from "#contract/resources/resource.ts";
import { notUndone } from "#contract/resources/undo.ts";

const Fields = z.record(z.string(), z.unknown());
/** `name` is null for a deleted account. */
const Actor = z.object({ id: z.int(), name: z.string().nullable() });

/** A write of an administrator. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  actor: Actor.nullable(),
  /** Method and path of the call, such as `PUT /product/:id`. */
  action: z.string(),
  /** What was changed, such as `product`, and its id. */
  entity: z.string(),
  entity_id: z.string(),
  /** What the object is called, or was when it was changed. */
  name: z.string().nullable(),
  /** The fields that changed; null where there was nothing before or after, or nothing is recorded. */
  before: Fields.nullable(),
  after: Fields.nullable(),
  /** How many more fields changed, which lists leave out: `GET /audit/:id` has them. */
  more_fields: z.int(),
  /** The id of the write that this one undid; null for others. */
  undoes: z.int().nullable(),
  /** Whether it changed many objects: the filter `set_id` with its `entity_id` lists the change of each. */
  is_set: z.boolean(),
  /** The set that it is part of; null for others. Lists have it if they are filtered by `entity_id` or `set_id`. */
  set_id: z.string().nullable(),
  /** Whether it can be undone: for half an hour, imports and bulk edits for a day, while nothing else changed the object. */
  undo: z.enum(["possible", "undone", "too_late", "changed_since", "not_possible"]),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditFilters = z.object({
  actor_id: Id.optional(),
  entity: z.string().max(100).optional(),
  entity_id: z.string().max(100).optional(),
  set_id: z.string().max(100).optional(),
  from: z.iso.date().optional(),
  /** The last day that is included. */
  to: z.iso.date().optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;
export const AuditQuery = PageQuery.extend(AuditFilters.shape);
export type AuditQuery = z.infer<typeof AuditQuery>;

const auditEntry = resource("audit_entry", onlyAdministrators);

export const auditApi = {
  "GET /audit": auditEntry.page(
    "List the writes of administrators, newest first, with the first of the fields that changed.",
    AuditQuery,
    AuditEntry,
  ),
  "GET /audit/:id": auditEntry.get("Retrieve a write of an administrator, with all fields that changed.", AuditEntry),
  "GET /audit/export": auditEntry.export("Download the writes of administrators as CSV, newest first.", AuditFilters),
  "GET /audit/people": auditEntry.list(
    "List the people with writes in the audit log, whether or not they still have access.",
    Actor,
  ),
  "POST /audit/:id/undo": auditEntry.alsoFor(...PermissionArea.options).write({
    summary:
      "Undo a write. The undo is recorded as another write. `kept` are the fields that were changed since and stay as they are.",
    undo: notUndone.anUndo,
    params: IdParams,
    reply: one(z.object({ kept: z.array(z.string()) })),
    problems: ["stale", "undo_not_possible"],
  }),
};
