import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { listOptionGroups } from "./option-groups.sql.ts";
import {
  createOptionGroup,
  deleteOptionGroup,
  mergeOptionGroups,
  orderOptionGroups,
  updateOptionGroup,
} from "./option-groups.ts";

/** Option group endpoints. */
export function optionGroupRoutes({ db, answer, write, handleExport }: App) {
  answer("GET /product/option-group", () => listOptionGroups(db), "catalogue");
  handleExport("GET /product/option-group", {
    ...fields("name", "code", "display"),
    values: ({ values }) => values.map(({ label }) => label),
  });
  write("POST /product/option-group", (tx, { body }) => createOptionGroup(tx, body));
  write("PUT /product/option-group/order", (tx, { body }, { audit }) => orderOptionGroups(tx, body.ids, audit));
  write("PUT /product/option-group/:id", (tx, { params, body }) => updateOptionGroup(tx, params.id, body));
  write("POST /product/option-group/:id/merge", (tx, { params, body }) =>
    mergeOptionGroups(tx, params.id, body.into_id),
  );
  write("DELETE /product/option-group/:id", (tx, { params }) => deleteOptionGroup(tx, params.id));
}
