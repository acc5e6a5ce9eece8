import type { RecordedObject } from "#server/platform/changes/objects.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { notifyClients } from "#server/platform/database/transaction.ts";
import { findCustomer } from "./customers.sql.ts";
import { accountName, assertTagLimit } from "./customers.ts";
import { deleteNotes, listNotes, type NoteRow, writeNote } from "./notes.sql.ts";
import { deleteTag, insertTag, lockTags } from "./tags.sql.ts";

/** What staff add to a customer, and what the account is called. */
export interface CustomerState extends Record<string, unknown> {
  tags: string[];
  notes: NoteRow[];
  name: string;
}

/** Tags and notes of customers, as changes record and restore them. */
export const customerObject: RecordedObject<CustomerState> = {
  lock: (tx) => lockTags(tx, { ofMany: false }),
  read: async (tx, id) => {
    const customer = await findCustomer(tx, Number(id));
    if (!customer) return undefined;
    return { tags: customer.tags, notes: await listNotes(tx, customer.id), name: accountName(customer) };
  },
  name: ({ name }) => name,
  sets: ["tags", "notes"],
  update: async (tx, id, { tags, notes }) => {
    await setTags(tx, Number(id), tags);
    await setNotes(tx, Number(id), notes);
    await notifyClients(tx, "users");
  },
};

async function setTags(tx: Tx, id: number, wanted: string[]): Promise<void> {
  const { tags } = await assertTagLimit(tx, id);
  for (const tag of tags) if (!wanted.includes(tag)) await deleteTag(tx, id, tag);
  for (const tag of wanted) if (!tags.includes(tag)) await insertTag(tx, id, tag);
  await assertTagLimit(tx, id);
}

async function setNotes(tx: Tx, id: number, wanted: NoteRow[]): Promise<void> {
  const notes = await listNotes(tx, id);
  const kept = valuesOf(wanted, "id");
  await deleteNotes(
    tx,
    id,
    valuesOf(notes, "id").filter((note) => !kept.includes(note)),
  );
  for (const note of wanted) await writeNote(tx, id, note);
}
