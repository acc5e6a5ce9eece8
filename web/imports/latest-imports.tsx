import { queryText } from "#web/paths.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { type ImportKind, importKinds } from "./import-kinds.ts";
import { ImportState } from "./import-state.tsx";
import { useLatestImports } from "./imports.queries.ts";

/** The latest imports, with links. */
export function LatestImports({ kind }: { kind: ImportKind }) {
  const { data: jobs = [], error, refetch } = useLatestImports(kind);
  if (error) return <ErrorNotice onRetry={() => void refetch()}>Couldn't load recent imports.</ErrorNotice>;
  if (jobs.length === 0) return null;
  return (
    <CardSection title="Recent imports">
      <ul className="-my-2 divide-y divide-hairline">
        {jobs.map(({ id, file, status, created_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
            <ShopLink
              to={importKinds[kind].address() + queryText({ job: id })}
              className="touch-target min-w-0 flex-1 truncate font-medium underline-offset-4 hover:underline"
            >
              {file}
            </ShopLink>
            <ImportState status={status} />
            <time dateTime={created_at} className="text-muted">
              {formatMoment(created_at)}
            </time>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
