import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { Customer } from "#contract/accounts/customers.ts";
import { browserClient, call, invalidate } from "#web/api/call.ts";
import { Button, useReadOnly } from "#web/ui/forms/button.tsx";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { useCustomerTags, userQuery } from "./users.queries.ts";

/** The tags of a customer, with a field that adds one. */
export function UserTags({ user }: { user: Customer }) {
  const suggestions = useId();
  const tags = useCustomerTags().data ?? [];
  const change = useChangeTags(user.id);
  const { register, handleSubmit, reset } = useForm({ defaultValues: { name: "" } });
  const isReadOnly = useReadOnly();
  const add = handleSubmit(({ name }) => {
    if (name.trim()) change.mutate({ add: name }, { onSuccess: () => reset() });
  });
  return (
    <CardSection title="Tags">
      <div className="grid gap-3">
        {user.tags.length === 0 ? (
          <p className="text-sm text-muted">No tags.</p>
        ) : isReadOnly ? (
          <TagBadges tags={user.tags} />
        ) : (
          <ChosenList
            label="Tags"
            items={user.tags.map((label, id) => ({ id, label }))}
            onRemove={(at) => change.mutate({ remove: user.tags[at] ?? "" })}
          />
        )}
        {!isReadOnly && (
          <form noValidate className="flex items-end gap-2" onSubmit={add}>
            <TextField
              label="Add tag"
              labelHidden
              placeholder="Add tag"
              className="min-w-0 flex-1"
              maxLength={40}
              list={suggestions}
              error={change.error?.message}
              readOnly={change.isPending}
              {...register("name")}
            />
            <datalist id={suggestions}>
              {tags.map(({ name }) => !user.tags.includes(name) && <option key={name} value={name} />)}
            </datalist>
            <Button type="submit" look="secondary" busy={change.isPending}>
              Add
            </Button>
          </form>
        )}
      </div>
    </CardSection>
  );
}

export const TagBadges = ({ tags }: { tags: string[] }) => (
  <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
    {tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
  </span>
);

type TagChange = { add: string } | { remove: string };

const useChangeTags = (id: number) =>
  useMutation({
    mutationFn: (change: TagChange) =>
      "add" in change
        ? call("POST /customers/:id/tags", { params: { id }, body: { name: change.add } })
        : call("DELETE /customers/:id/tags/:name", { params: { id, name: change.remove } }),
    onSuccess: ({ data }) => {
      browserClient().setQueryData(userQuery(id).queryKey, (known) => known && { data: { ...known.data, ...data } });
      void invalidate("GET /customers", "GET /customers/tags");
    },
  });
