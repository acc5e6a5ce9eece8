import { sql } from "kysely";
import { type Db, findRow, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

export interface NoteRow {
  id: number;
  text: string;
  author_id: number;
  created_at: string;
  edited_at: string | null;
}

const columns = sql`id, text, author_id, created_at, edited_at`;

/** The notes on a customer, newest first. */
export const listNotes = (db: Db | Tx, userId: number) =>
  listRows<NoteRow>(db)`
    select ${columns} from customer_notes where user_id = ${userId} order by created_at desc, id desc`;

export const insertNote = (tx: Tx, userId: number, authorId: number, text: string) =>
  getRow<NoteRow>(tx)`
    insert into customer_notes (user_id, author_id, text)
    values (${userId}, ${authorId}, ${text})
    returning ${columns}`;

interface NoteOf {
  id: number;
  userId: number;
  /** Only if the note is by this author; null for any. */
  authorId: number | null;
}
const isNote = ({ id, userId, authorId }: NoteOf) => sql`
  id = ${id} and user_id = ${userId} and author_id = coalesce(${authorId}::bigint, author_id)`;

/** Locks a note; undefined if there is no such note by the author. */
export const lockNote = (tx: Tx, note: NoteOf) =>
  findRow<NoteRow>(tx)`
    select ${columns} from customer_notes where ${isNote(note)} for update`;

/** Replaces the text of a note. */
export const updateNote = (tx: Tx, id: number, text: string) =>
  getRow<NoteRow>(tx)`
    update customer_notes set text = ${text}, edited_at = now() where id = ${id} returning ${columns}`;

/** Deletes a note; undefined if there is no such note by the author. */
export const deleteNote = (tx: Tx, note: NoteOf) =>
  findRow<NoteRow>(tx)`
    delete from customer_notes where ${isNote(note)} returning ${columns}`;

/** Deletes these notes on a customer. */
export const deleteNotes = (tx: Tx, userId: number, ids: number[]) =>
  sql`delete from customer_notes where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(tx);

/** Writes a note on a customer with the id that it has or had. */
export const writeNote = (tx: Tx, userId: number, note: NoteRow) =>
  sql`
    insert into customer_notes as n (id, user_id, author_id, text, created_at, edited_at) overriding system value
    values (${note.id}, ${userId}, ${note.author_id}, ${note.text}, ${note.created_at}, ${note.edited_at})
    on conflict (id) do update
    set text = excluded.text, edited_at = excluded.edited_at
    where n.user_id = ${userId} and n.text <> excluded.text`.execute(tx);
