import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { browserClient, call, invalidate } from "#web/api/call.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { allTags } from "#web/catalogue/products/products.queries.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { OptionSearch } from "#web/ui/forms/fields/option-search.tsx";
import { addBack } from "#web/ui/lists/reinsert.ts";

const maxShown = 8;

/** The tags of the product; new ones can be created. */
export function TagPicker() {
  const { control } = useProductForm();
  const { field, formState } = useController({ control, name: "tag_ids" });
  const [input, setInput] = useState("");
  const label = useId();
  const { data } = useQuery(allTags());
  const tags = data?.data ?? [];
  const searchText = input.trim().toLowerCase();
  const add = (id: number) => {
    if (!field.value.includes(id)) field.onChange(addBack(field.value, id, formState.defaultValues?.tag_ids));
    setInput("");
  };
  const creation = useCreateTag(add);
  const available = tags.filter(({ id, name }) => !field.value.includes(id) && name.toLowerCase().includes(searchText));
  const exact = tags.find(({ name }) => name.toLowerCase() === searchText);
  const chosen = field.value.map((id) => ({ id, label: tags.find((tag) => tag.id === id)?.name ?? `Tag ${id}` }));
  const addOrCreate = () => (exact ? add(exact.id) : searchText && creation.create(input.trim()));
  return (
    <div role="group" aria-labelledby={label} className="grid gap-2">
      <span id={label} className="text-sm font-medium">
        Tags
      </span>
      <ChosenList
        label="Selected tags"
        items={chosen}
        onRemove={(id) => field.onChange(field.value.filter((one) => one !== id))}
      />
      <OptionSearch
        label="Search or create tags"
        maxLength={productLimits.tag}
        value={input}
        error={creation.error?.message}
        onValue={setInput}
        options={available.slice(0, maxShown).map(({ id, name }) => ({ id, label: name }))}
        onChoose={({ id }) => add(id)}
        onEnter={addOrCreate}
      />
      <div className="flex flex-wrap gap-2">
        {searchText && !exact && (
          <Button size="small" busy={creation.isPending} onClick={addOrCreate}>
            <Plus />
            Create “{input.trim()}”
          </Button>
        )}
        <p role="status" className="sr-only">
          {searchText && (available.length === 1 ? "1 found" : `${available.length} found`)}
        </p>
      </div>
    </div>
  );
}

function useCreateTag(onMade: (id: number) => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => call("POST /tags", { body: { name } }),
    onSuccess: ({ data }) => {
      browserClient().setQueryData(allTags().queryKey, (before) => ({ data: [...(before?.data ?? []), data] }));
      onMade(data.id);
    },
    onError: () => void invalidate(allTags()),
  });
  // Enter may be pressed twice.
  return { isPending, error, create: (name: string) => isPending || mutate(name) };
}
