import { sql } from "kysely";
import { type Db, findRow, getRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

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

/** Replaces the text of a note; undefined if there is no such note by the author. */
export const updateNote = (tx: Tx, note: NoteOf, text: string) =>
  findRow<NoteRow>(tx)`
    update customer_notes set text = ${text}, edited_at = now() where ${isNote(note)} returning ${columns}`;

/** Deletes a note; returns whether there was such a note by the author. */
export const deleteNote = (tx: Tx, note: NoteOf) => isAffected(tx)`delete from customer_notes where ${isNote(note)}`;
