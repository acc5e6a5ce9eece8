import { type AccessState, accessObject } from "#server/accounts/access-changes.ts";
import { listSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { limitRequests } from "#server/accounts/sign-in/throttle.ts";
import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type CustomerState, customerObject } from "./customer-changes.ts";
import { endCustomerSessions, sendSignInEmail } from "./customer-sign-in.ts";
import {
  actorOf,
  addNote,
  addTag,
  bulkUpdateCustomers,
  editNote,
  findVisibleCustomer,
  getCustomer,
  presentNotes,
  removeNote,
  removeTag,
  updateCustomerAccess,
} from "./customers.ts";
import { listNotes, type NoteRow } from "./notes.sql.ts";
import { changeTags, undoTagChange } from "./tag-edits.ts";
import { listCustomerTags } from "./tags.sql.ts";

/** Admin endpoints for customers, but for their list, which orders serve. */
export function customersRoutes(app: App) {
  app.object<AccessState>("user", accessObject);
  app.answer("GET /customers/:id", ({ params }, call) => getCustomer(app.db, params.id, actorOf(call)));
  app.handle(
    "PATCH /customers/:id",
    async ({ params, body: { account_status, role, ...proof } }, call) => {
      const given = { proof, visitor: getVisitor(app, call) };
      return { data: await updateCustomerAccess(app, params.id, { account_status, role }, { call, given }) };
    },
    { recordsItself: true },
  );
  app.handle(
    "POST /customers/status",
    async ({ body }, call) => ({ data: await bulkUpdateCustomers(app, body, call) }),
    { recordsItself: true },
  );
  tagsAndNotesRoutes(app);
  customerSignInRoutes(app);
}

/** Endpoints for staff who help a customer to sign in, or sign a customer out. */
function customerSignInRoutes(app: App) {
  const { db, write, answer } = app;
  answer("GET /customers/:id/sessions", async ({ params: { id } }, call) => {
    await findVisibleCustomer(db, id, actorOf(call));
    return listSessions(db, id);
  });
  for (const route of ["DELETE /customers/:id/sessions", "DELETE /customers/:id/sessions/:session_id"] as const)
    write(route, (tx, { params }, call) => endCustomerSessions(tx, params, actorOf(call)));
  write(
    "POST /customers/:id/sign-in-email",
    (tx, { params, body }, call) => sendSignInEmail(app, tx, params.id, body.kind, actorOf(call)),
    {
      around: async ({ params }, _call, run) => {
        await limitRequests(db, `sign-in email ${params.id}`, { address: "staff" });
        return run();
      },
    },
  );
}

function tagsAndNotesRoutes(app: App) {
  const { db, answer, write, object } = app;
  const present = async (note: NoteRow) => assertFound((await presentNotes(db, [note]))[0]);
  object<CustomerState>("customer", customerObject);
  answer("GET /customers/tags", () => listCustomerTags(db));
  const recordsItself = true;
  write("POST /customers/tags", (tx, { body }, call) => changeTags(app, tx, body, call), { recordsItself });
  write("POST /customers/tags/:id/undo", (tx, { params }, call) => undoTagChange(app, tx, params.id, call), {
    recordsItself,
  });
  write("POST /customers/:id/tags", (tx, { params, body }, call) => addTag(tx, params.id, body.name, actorOf(call)));
  write("DELETE /customers/:id/tags/:name", (tx, { params: { id, name } }, call) =>
    removeTag(tx, id, name, actorOf(call)),
  );
  answer("GET /customers/:id/notes", async ({ params: { id } }, call) => {
    await findVisibleCustomer(db, id, actorOf(call));
    return presentNotes(db, await listNotes(db, id));
  });
  write("POST /customers/:id/notes", (tx, { params, body }, call) => addNote(tx, params.id, body.text, actorOf(call)), {
    answer: present,
  });
  write(
    "PUT /customers/:id/notes/:note_id",
    (tx, { params, body }, call) => editNote(tx, params, body.text, actorOf(call)),
    { answer: present },
  );
  write("DELETE /customers/:id/notes/:note_id", (tx, { params }, call) => removeNote(tx, params, actorOf(call)));
}
