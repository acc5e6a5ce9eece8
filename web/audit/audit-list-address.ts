import { AuditQuery } from "#contract/accounts/audit.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { queryText } from "#web/paths.ts";
import { pageParams, readPageParams } from "#web/ui/lists/list-params.ts";

export type AuditListQuery = Omit<AuditQuery, "page" | "per_page"> & { page: number; per_page: number };

const { actor_id, entity, entity_id, from, to } = AuditQuery.shape;

/** Parses the URL of the audit log; invalid values are ignored. */
export function parseAuditList(search: URLSearchParams): AuditListQuery {
  const given = (name: string) => search.get(name) || undefined;
  return {
    actor_id: actor_id.safeParse(given("actor_id")).data,
    entity: entity.safeParse(given("entity")).data,
    entity_id: entity_id.safeParse(given("entity_id")).data,
    from: from.safeParse(given("from")).data,
    to: to.safeParse(given("to")).data,
    ...readPageParams(search),
  };
}

/** URL of the audit log; default values are left out. */
export const auditListPath = ({ page, per_page, ...filters }: AuditListQuery) =>
  dashboardPaths.audit() + queryText({ ...filters, ...pageParams({ page, per_page }) });
