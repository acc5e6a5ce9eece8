import { useQuery } from "@tanstack/react-query";
import type { SearchSynonyms } from "#contract/catalogue/search-synonyms.ts";
import { paths } from "#web/paths.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { CardsSkeleton } from "#web/ui/admin/loaded-record.tsx";
import { combineResults, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { defaultSynonyms, ownSynonyms, useDeleteSynonyms, zeroResultSearches } from "./synonyms.queries.ts";
import { SynonymsForm } from "./synonyms-form.tsx";

export default function SynonymsAdminPage() {
  const own = useQuery({ ...ownSynonyms, staleTime: 0 });
  const searches = useQuery({ ...zeroResultSearches, staleTime: 0 });
  const defaults = useQuery(defaultSynonyms);
  return (
    <AdminPage title="Search" hint="Synonyms help customers who use other words than your products." width="settings">
      <Loaded
        result={combineResults(own, searches, defaults)}
        skeleton={<CardsSkeleton label="Loading synonyms" heights={["h-48", "h-64"]} />}
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
      <CreateButton look="secondary" onClick={() => addSynonyms()}>
        Add synonyms
      </CreateButton>
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
  const remove = useDeleteSynonyms();
  const edit = () => openDialog({ title: "Edit synonyms", content: <SynonymsForm synonyms={synonyms} /> });
  return (
    <ActionMenu
      compact
      label={`Synonyms of ${synonyms.words[0]}`}
      actions={[
        { label: "Edit", onSelect: edit },
        { label: "Delete", danger: true, onSelect: () => void remove(synonyms) },
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
