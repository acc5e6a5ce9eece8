import { useQuery } from "@tanstack/react-query";
import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { call } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { combineResults, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import {
  defaultSynonyms,
  deleteSynonyms,
  ownSynonyms,
  refreshSynonyms,
  zeroResultSearches,
} from "./synonyms.queries.ts";

export default function SynonymsAdminPage() {
  const own = useQuery({ ...ownSynonyms, staleTime: 0 });
  const searches = useQuery({ ...zeroResultSearches, staleTime: 0 });
  const defaults = useQuery(defaultSynonyms);
  return (
    <AdminPage title="Search" hint="Synonyms help customers who use other words than your products." width="settings">
      <Loaded
        result={combineResults(own, searches, defaults)}
        skeleton={<Loading label="Loading synonyms" looks={["h-48 rounded-lg", "h-64 rounded-lg"]} />}
      >
        {([{ data: synonyms }, { data: found }, { data: included }]) => (
          <>
            <OwnSynonyms synonyms={synonyms} />
            <ZeroResultSearches searches={found} synonyms={synonyms} />
            <DefaultSynonyms synonyms={included} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

const addSynonyms = (words: string[] = []) =>
  openDialog({ title: "Add synonyms", content: <SynonymsForm words={words} /> });

const OwnSynonyms = ({ synonyms }: { synonyms: SearchSynonyms[] }) => (
  <CardSection
    title="Your synonyms"
    hint="Customers who search for one word find products with the others."
    action={
      <div className="flex flex-wrap gap-2">
        <ExportButton route="GET /product/admin/search-synonyms/export" name="synonyms" />
        <CreateButton look="secondary" onClick={() => addSynonyms()}>
          Add synonyms
        </CreateButton>
      </div>
    }
  >
    {synonyms.length === 0 ? (
      <p className="text-sm text-muted">No synonyms yet. Add some for words your customers use, such as sofa, couch.</p>
    ) : (
      <DataTable
        label="Your synonyms"
        rows={synonyms}
        rowKey={({ id }) => id}
        columns={[
          { head: "Words", className: "font-medium wrap-anywhere", cell: ({ words }) => words.join(", ") },
          {
            head: "Also find",
            className: "wrap-anywhere text-muted",
            cell: ({ includes }) => includes.join(", ") || "—",
          },
        ]}
        actions={(one) => <SynonymsMenu synonyms={one} />}
      />
    )}
  </CardSection>
);

function SynonymsMenu({ synonyms }: { synonyms: SearchSynonyms }) {
  const edit = () => openDialog({ title: "Edit synonyms", content: <SynonymsForm synonyms={synonyms} /> });
  return (
    <ActionMenu
      compact
      label={`Synonyms of ${synonyms.words[0]}`}
      actions={[
        { label: "Edit", onSelect: edit },
        { label: "Delete", danger: true, onSelect: () => void deleteSynonyms(synonyms) },
      ]}
    />
  );
}

type ZeroResultProps = { searches: { term: string; searches: number }[]; synonyms: SearchSynonyms[] };

/** The most frequent searches without results; those that have a synonym by now are left out. */
function ZeroResultSearches({ searches, synonyms }: ZeroResultProps) {
  const known = new Set(synonyms.flatMap(({ words }) => words.map((word) => word.toLowerCase())));
  const open = searches.filter(({ term }) => !known.has(term)).slice(0, 50);
  return (
    <CardSection title="Searches without results" hint="In the last 30 days, most frequent first.">
      {open.length === 0 ? (
        <p className="text-sm text-muted">Every search found something.</p>
      ) : (
        <DataTable
          label="Searches without results"
          rows={open}
          rowKey={({ term }) => term}
          columns={[
            {
              head: "Search",
              className: "w-full break-words",
              cell: ({ term }) => (
                <ShopLink to={paths.products({ name: term })} className="underline-offset-4 hover:underline">
                  {term}
                </ShopLink>
              ),
            },
            { head: "Searches", numeric: true, cell: ({ searches: count }) => count },
          ]}
          actions={({ term }) => (
            <Button writes size="small" className="whitespace-nowrap" onClick={() => addSynonyms([term])}>
              Add synonym <span className="sr-only">for {term}</span>
            </Button>
          )}
        />
      )}
    </CardSection>
  );
}

const DefaultSynonyms = ({ synonyms }: { synonyms: Pick<SearchSynonyms, "words" | "includes">[] }) => (
  <CardSection title="Included synonyms" hint="Those of your shop's language. They apply as well.">
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium">Show {synonyms.length} synonyms</summary>
      <ul className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {synonyms.map(({ words, includes }) => (
          <li key={words.join()} className="wrap-anywhere">
            {words.join(", ")}
            {includes.length > 0 && <span className="text-muted">, also finds {includes.join(", ")}</span>}
          </li>
        ))}
      </ul>
    </details>
  </CardSection>
);

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
function SynonymsForm({ synonyms, words = [] }: { synonyms?: SearchSynonyms; words?: string[] }) {
  const closeDialog = useCloseDialog();
  const state = useVersionedForm<Fields, SearchSynonyms>({
    start: toFields(synonyms ?? { words, includes: [] }),
    version: synonyms?.version ?? 0,
    toFields,
    errorFields: ["words", "includes"],
    send: async (fields, version) => {
      const body = { words: readWords(fields.words), includes: readWords(fields.includes) };
      const reply = await (synonyms
        ? call("PUT /product/admin/search-synonyms/:id", { params: { id: synonyms.id }, body: { ...body, version } })
        : call("POST /product/admin/search-synonyms", { body }));
      await refreshSynonyms();
      toastDone(reply, synonyms ? "Synonyms saved" : "Synonyms added");
      closeDialog();
    },
  });
  const { form } = state;
  return (
    <DialogForm
      state={state}
      action={synonyms ? "Save synonyms" : "Add synonyms"}
      record={synonyms?.id ?? words.join()}
    >
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
