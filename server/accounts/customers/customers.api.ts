import { listSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { endCustomerSessions, sendSignInEmail } from "./customer-sign-in.ts";
import {
  actorOf,
  addNote,
  addTag,
  bulkUpdateCustomers,
  changeTags,
  editNote,
  findVisibleCustomer,
  getCustomer,
  presentNotes,
  removeNote,
  removeTag,
  restoreNote,
  undoTagChange,
  updateCustomerAccess,
} from "./customers.ts";
import { listNotes, type NoteRow } from "./notes.sql.ts";
import { listCustomerTags } from "./tags.sql.ts";

/** Admin endpoints for customers, but for their list, which orders serve. */
export function customersRoutes(app: App) {
  app.answer("GET /customers/:id", ({ params }, call) => getCustomer(app.db, params.id, actorOf(call)));
  app.answer("PATCH /customers/:id", ({ params, body: { account_status, role, ...proof } }, call) =>
    updateCustomerAccess(app, params.id, { account_status, role }, actorOf(call), {
      proof,
      visitor: getVisitor(app, call),
    }),
  );
  app.answer("POST /customers/status", ({ body }, call) => bulkUpdateCustomers(app, body, actorOf(call)));
  tagsAndNotesRoutes(app);
  customerSignInRoutes(app);
}

/** Endpoints for staff who help a customer to sign in, or sign a customer out. */
function customerSignInRoutes(app: App) {
  const { db, handle, answer } = app;
  answer("GET /customers/:id/sessions", async ({ params: { id } }, call) => {
    await findVisibleCustomer(db, id, actorOf(call));
    return listSessions(db, id);
  });
  for (const route of ["DELETE /customers/:id/sessions", "DELETE /customers/:id/sessions/:session_id"] as const)
    handle(route, ({ params }, call) => endCustomerSessions(db, params, actorOf(call)));
  handle("POST /customers/:id/sign-in-email", ({ params, body }, call) =>
    sendSignInEmail(app, params.id, body.kind, actorOf(call)),
  );
}

function tagsAndNotesRoutes({ db, handle, answer, write, restore }: App) {
  const present = async (note: NoteRow) => assertFound((await presentNotes(db, [note]))[0]);
  answer("GET /customers/tags", () => listCustomerTags(db));
  write("POST /customers/tags", (tx, { body }, call) => changeTags(tx, body, actorOf(call)));
  answer("POST /customers/tags/:id/undo", ({ params }, call) => undoTagChange(db, params.id, actorOf(call)));
  answer("POST /customers/:id/tags", ({ params, body }, call) => addTag(db, params.id, body.name, actorOf(call)));
  answer("DELETE /customers/:id/tags/:name", ({ params: { id, name } }, call) =>
    removeTag(db, id, name, actorOf(call)),
  );
  answer("GET /customers/:id/notes", async ({ params: { id } }, call) => {
    await findVisibleCustomer(db, id, actorOf(call));
    return presentNotes(db, await listNotes(db, id));
  });
  answer("POST /customers/:id/notes", async ({ params, body }, call) => {
    const note = await call.idempotency.transaction(db, (tx) => addNote(tx, params.id, body.text, actorOf(call)));
    call.audit.after = { note_id: note.id };
    return present(note);
  });
  answer("PUT /customers/:id/notes/:note_id", async ({ params, body }, call) => {
    const { before, after } = await editNote(db, params, body.text, actorOf(call));
    Object.assign(call.audit, { before: { note: before }, after: { note: after } });
    return present(after);
  });
  handle("DELETE /customers/:id/notes/:note_id", async ({ params }, call) => {
    call.audit.before = { note: await removeNote(db, params, actorOf(call)) };
  });
  for (const route of ["PUT /customers/:id/notes/:note_id", "DELETE /customers/:id/notes/:note_id"] as const)
    restore(route, (tx, { id }, before, { after, call }) =>
      restoreNote(tx, id, { before: before.note as NoteRow, after: after.note as NoteRow | undefined }, actorOf(call)),
    );
}
