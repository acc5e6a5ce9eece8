import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { ConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { useVersionedForm } from "#web/ui/forms/use-versioned-form.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { useRefreshSynonyms } from "./synonyms.queries.ts";

interface Fields {
  words: string;
  includes: string;
}
const labels: Record<keyof Fields, string> = { words: "Words with the same meaning", includes: "Also find" };

const toFields = ({ words, includes }: Pick<SearchSynonyms, "words" | "includes">): Fields => ({
  words: words.join(", "),
  includes: includes.join(", "),
});
const readWords = (text: string) => [...new Set(text.split(/[,،]/).map((word) => word.trim()))].filter(Boolean);

/** Creates synonyms, beginning with `words`, or edits some, in a dialog. */
export function SynonymsForm({ synonyms, words = [] }: { synonyms?: SearchSynonyms; words?: string[] }) {
  const refresh = useRefreshSynonyms();
  const state = useVersionedForm<Fields, SearchSynonyms>({
    start: toFields(synonyms ?? { words, includes: [] }),
    version: synonyms?.version ?? 0,
    toFields,
    errorFields: ["words", "includes"],
    send: async (fields, version) => {
      const body = { words: readWords(fields.words), includes: readWords(fields.includes) };
      if (synonyms)
        await call("PUT /product/admin/search-synonyms/:id", {
          params: { id: synonyms.id },
          body: { ...body, version },
        });
      else await call("POST /product/admin/search-synonyms", { body });
      await refresh();
      toast({ tone: "success", title: synonyms ? "Synonyms saved" : "Synonyms added" });
      closeDialog();
    },
  });
  const { form } = state;
  return (
    <DialogForm state={state} action={synonyms ? "Save synonyms" : "Add synonyms"}>
      <ConcurrentEdits what="this list of synonyms" edits={state.edits} labels={labels} />
      <TextField
        label={labels.words}
        placeholder="sofa, couch"
        hint="Separated by commas. A search for one of them finds products with any of them."
        {...registerField(form, "words")}
      />
      <TextField
        label={labels.includes}
        optional
        placeholder="armchair"
        hint="Separated by commas. The words above find these too, but not the other way round."
        {...registerField(form, "includes")}
      />
    </DialogForm>
  );
}
