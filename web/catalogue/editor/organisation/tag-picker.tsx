import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { call } from "#web/api/call.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { allTags } from "#web/catalogue/products/products.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ChosenList } from "./chosen-list.tsx";

const mostShown = 8;

/** The tags of the product: those there are, or a new one. */
export function TagChoice() {
  const { control } = useProductForm();
  const { field } = useController({ control, name: "tag_ids" });
  const [typed, setTyped] = useState("");
  const label = useId();
  const { data } = useQuery(allTags());
  const tags = data?.data ?? [];
  const words = typed.trim().toLowerCase();
  const add = (id: number) => {
    if (!field.value.includes(id)) field.onChange([...field.value, id]);
    setTyped("");
  };
  const making = useMakeTag(add);
  const left = tags.filter(({ id, name }) => !field.value.includes(id) && name.toLowerCase().includes(words));
  const exact = tags.find(({ name }) => name.toLowerCase() === words);
  const chosen = field.value.map((id) => ({ id, label: tags.find((tag) => tag.id === id)?.name ?? `Tag ${id}` }));
  const take = () => (exact ? add(exact.id) : words && making.mutate(typed.trim()));
  return (
    <div role="group" aria-labelledby={label} className="grid gap-2">
      <span id={label} className="text-sm font-medium">
        Tags
      </span>
      <ChosenList
        label="Chosen tags"
        items={chosen}
        onRemove={(id) => field.onChange(field.value.filter((one) => one !== id))}
      />
      <TextField
        label="Find or make a tag"
        labelHidden
        placeholder="Find or make a tag"
        autoComplete="off"
        maxLength={60}
        value={typed}
        error={making.error?.message}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          take();
        }}
      />
      <div className="flex flex-wrap gap-2">
        {left.slice(0, mostShown).map(({ id, name }) => (
          <Button key={id} size="small" aria-label={`Add tag ${name}`} onClick={() => add(id)}>
            {name}
          </Button>
        ))}
        {words && !exact && (
          <Button size="small" busy={making.isPending} onClick={take}>
            <Plus aria-hidden="true" />
            Make “{typed.trim()}”
          </Button>
        )}
      </div>
    </div>
  );
}

function useMakeTag(onMade: (id: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call("POST /tags", { body: { name } }),
    onSuccess: ({ data }) => {
      client.setQueryData(allTags().queryKey, (before) => ({ data: [...(before?.data ?? []), data] }));
      onMade(data.id);
    },
    onError: () => void client.invalidateQueries({ queryKey: allTags().queryKey }),
  });
}
