import { useMutation, useQuery } from "@tanstack/react-query";
import { History, Undo2 } from "lucide-react";
import { useState } from "react";
import { type AuditEntry, AuditQuery } from "#contract/accounts/audit.ts";
import { browserClient, call, freshQuery, pageQuery } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastUndone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/field.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { listAddress, type QueryOf } from "#web/ui/lists/list-address.ts";
import { useListParams } from "#web/ui/lists/list-params.ts";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListDays, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { fieldLabel } from "#web/ui/text/field-label.ts";
import { changeLabel, entityLabels, objectLabel, valueText } from "./audit-labels.ts";

const { page: _page, per_page: _size, ...filters } = AuditQuery.shape;
const auditList = listAddress(dashboardPaths.audit(), filters);

export default function AuditAdminPage() {
  const query = useListQuery(auditList);
  const result = useQuery(pageQuery("GET /audit", { query }));
  return (
    <AdminPage
      title="Audit log"
      width="medium"
      exported={{ route: "GET /audit/export", query: auditList.filtersOf(query) }}
    >
      <Filters query={query} />
      <ListResult
        result={result}
        list={auditList}
        noun="changes"
        empty={{
          icon: <History />,
          title: "No changes yet",
          says: "Changes that administrators and staff make in the dashboard or by the API appear here.",
          hint: "Try another person, object or date.",
        }}
      >
        {(entries) => (
          <ol
            aria-label="Changes"
            className="divide-y divide-hairline overflow-hidden rounded-lg border border-hairline bg-surface"
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListResult>
    </AdminPage>
  );
}

function Filters({ query }: { query: QueryOf<typeof auditList> }) {
  const change = useListParams(auditList.read, auditList.write);
  const people = useQuery(freshQuery("GET /audit/people", {})).data?.data ?? [];
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <SelectField
        // Remounts when the options are loaded, as a select ignores a value without an option.
        key={`people-${people.length}`}
        label="Person"
        value={query.actor_id ?? ""}
        onChange={({ target }) => change(() => ({ actor_id: target.value ? Number(target.value) : undefined }))}
        placeholder="Everyone"
        options={people.map(({ id, name }) => [id, name ?? `Deleted account No. ${id}`])}
      />
      <SelectField
        label="Object"
        value={query.entity ?? ""}
        onChange={({ target }) => change(() => ({ entity: target.value || undefined, entity_id: undefined }))}
        placeholder="Everything"
        options={Object.entries(entityLabels).map(([entity, { label }]) => [entity, label])}
      />
      <ListDays list={auditList} />
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { at, actor, action, entity, entity_id } = entry;
  const set = entry.is_set ? entity_id : entry.set_id;
  const path = entity_id ? entityLabels[entity]?.path?.(entity_id) : undefined;
  const change = changeLabel(entry) ?? action;
  const object = objectLabel(entry);
  const title = `${change} ${object}`.trim();
  return (
    <li className="grid gap-2 p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <strong className="font-semibold">{change}</strong>
          {path ? (
            <ShopLink to={path} className="touch-target text-link underline-offset-4 hover:underline">
              {object || "View"}
            </ShopLink>
          ) : (
            <span className="wrap-anywhere">{object}</span>
          )}
          <span className="text-muted">
            by {actor ? (actor.name ?? "a deleted account") : "the shop"}, <time dateTime={at}>{formatMoment(at)}</time>
          </span>
        </p>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
          {set !== null && (
            <ShopLink
              to={dashboardPaths.audit({ set_id: set })}
              className="touch-target text-link underline-offset-4 hover:underline"
            >
              All changes
              <span className="sr-only"> with {title}</span>
            </ShopLink>
          )}
          <Undo entry={entry} title={title} />
        </div>
      </div>
      <ChangedFields entry={entry} title={title} />
    </li>
  );
}

/** The changed fields of an entry; a list has only the first of many, the others are loaded. */
function ChangedFields({ entry, title }: { entry: AuditEntry; title: string }) {
  const [isWhole, setWhole] = useState(false);
  const whole = useQuery({ ...freshQuery("GET /audit/:id", { params: { id: entry.id } }), enabled: isWhole });
  const { before, after, more_fields } = whole.data?.data ?? entry;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    // Of fields that are recorded together some may be as they were; the version counts the writes.
    .filter((field) => field !== "version" && jsonOf(before?.[field]) !== jsonOf(after?.[field]));
  const count = fields.length + more_fields;
  if (count === 0) return null;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">
        {count === 1 ? "1 field" : `${count} fields`}
        <span className="sr-only"> of {title}</span>
      </summary>
      <Differences fields={fields} before={before} after={after} />
      {more_fields > 0 && (
        <div className="mt-2 flex flex-wrap items-baseline gap-3">
          <Button size="small" busy={whole.isFetching} onClick={() => (isWhole ? whole.refetch() : setWhole(true))}>
            Show {more_fields === 1 ? "1 more field" : `${more_fields} more fields`}
            <span className="sr-only"> of {title}</span>
          </Button>
          {whole.isError && (
            <p role="alert" className="text-danger">
              Couldn't load the fields. Retry.
            </p>
          )}
        </div>
      )}
    </details>
  );
}

/** Undoes a change while that is possible; of the changes that could be, the others say why not. */
function Undo({ entry: { id, undo }, title }: { entry: AuditEntry; title: string }) {
  const undoing = useMutation({
    mutationFn: () => call("POST /audit/:id/undo", { params: { id } }),
    onSuccess: ({ data: { kept } }) => toastUndone(kept),
    onError: toastProblem("Couldn't undo the change"),
    // Any screen may show what changed.
    onSettled: () => browserClient().invalidateQueries(),
  });
  if (undo === "undone") return <p className="text-muted">Undone</p>;
  if (undo === "changed_since") return <p className="text-muted">Changed since</p>;
  if (undo !== "possible") return null;
  return (
    <Button size="small" busy={undoing.isPending} onClick={() => undoing.mutate()}>
      <Undo2 />
      Undo
      <span className="sr-only"> {title}</span>
    </Button>
  );
}

/** What is absent counts as empty: an object is created with the fields that have a value. */
const jsonOf = (value: unknown) => JSON.stringify(value ?? null);

type DifferenceProps = Pick<AuditEntry, "before" | "after"> & { fields: string[] };

const Differences = ({ fields, before, after }: DifferenceProps) => (
  <dl className="mt-2 grid gap-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
    {fields.map((field) => (
      <div key={field} className="contents">
        <dt className="text-muted wrap-anywhere">{fieldLabel(field)}</dt>
        <dd className="grid max-h-40 gap-0.5 overflow-auto wrap-anywhere">
          {before && <del className="text-danger">{valueText(before[field])}</del>}
          {after && <ins className="text-success no-underline">{valueText(after[field])}</ins>}
        </dd>
      </div>
    ))}
  </dl>
);
