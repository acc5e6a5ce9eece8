import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerNote } from "#contract/accounts/customers.ts";
import { call, invalidate, query } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSession } from "#web/api/session/session.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { NoteForm } from "#web/ui/forms/note-form.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";

const notesQuery = (id: number) => query("GET /customers/:id/notes", { params: { id } });
const hint = "Customers never see notes.";

/** The notes of staff on a customer, newest first, and a form to add one. */
export function UserNotes({ userId }: { userId: number }) {
  const { data, isError, refetch } = useQuery({ ...notesQuery(userId), staleTime: 0 });
  const { add, edit, remove } = useNoteActions(userId);
  const ownId = useProfile().data?.id;
  const isAdmin = useSession(({ role }) => role === "admin");
  return (
    <CardSection title="Notes">
      <NoteForm
        hint={hint}
        action="Add note"
        busy={add.isPending}
        onSave={(text, onDone) => add.mutate(text, { onSuccess: onDone })}
      />
      {isError ? (
        <ErrorNotice onRetry={() => void refetch()}>Couldn't load the notes.</ErrorNotice>
      ) : !data ? (
        <TextSkeleton lines={2} />
      ) : data.data.length === 0 ? (
        <p className="text-sm text-muted">No notes.</p>
      ) : (
        <ul aria-label="Notes" className="grid divide-y divide-hairline">
          {data.data.map((note) => (
            <Note
              key={note.id}
              note={note}
              edit={note.author.id === ownId ? edit : undefined}
              onDelete={note.author.id === ownId || isAdmin ? () => remove.mutate(note.id) : undefined}
            />
          ))}
        </ul>
      )}
    </CardSection>
  );
}

type NoteProps = {
  note: CustomerNote;
  edit: ReturnType<typeof useNoteActions>["edit"] | undefined;
  onDelete: (() => void) | undefined;
};

function Note({ note, edit, onDelete }: NoteProps) {
  const [isEditing, setEditing] = useState(false);
  const name = note.author.name ?? "Deleted account";
  if (edit && isEditing)
    return (
      <li className="py-4">
        <NoteForm
          text={note.text}
          hint={hint}
          action="Save note"
          busy={edit.isPending}
          onSave={(text) => edit.mutate({ note_id: note.id, text }, { onSuccess: () => setEditing(false) })}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li ref={moveFocusToNextRow} className="flex items-start justify-between gap-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1 text-sm">
        <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
        <p className="text-muted">
          {name} · <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time>
          {note.edited_at && " · Edited"}
        </p>
      </div>
      <ActionMenu
        compact
        label={`Actions for the note of ${name}`}
        actions={[
          ...(edit ? [{ label: "Edit", onSelect: () => setEditing(true) }] : []),
          ...(onDelete ? [{ label: "Delete", danger: true, onSelect: onDelete }] : []),
        ]}
      />
    </li>
  );
}

function useNoteActions(id: number) {
  const options = { onError: toastProblem("Couldn't save the note"), onSettled: () => invalidate(notesQuery(id)) };
  return {
    add: useMutation({
      mutationFn: (text: string) => call("POST /customers/:id/notes", { params: { id }, body: { text } }),
      onSuccess: (reply) => toastDone(reply, "Note added"),
      ...options,
    }),
    edit: useMutation({
      mutationFn: ({ note_id, text }: { note_id: number; text: string }) =>
        call("PUT /customers/:id/notes/:note_id", { params: { id, note_id }, body: { text } }),
      onSuccess: (reply) => toastDone(reply, "Note saved"),
      ...options,
    }),
    remove: useMutation({
      mutationFn: (note_id: number) => call("DELETE /customers/:id/notes/:note_id", { params: { id, note_id } }),
      onSuccess: (reply) => toastDone(reply, "Note deleted"),
      ...options,
    }),
  };
}
