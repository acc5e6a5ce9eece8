import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { App } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { valuesOf } from "#server/platform/database/database.ts";
import { listOptionGroups } from "./option-groups.sql.ts";
import {
  createOptionGroup,
  deleteOptionGroup,
  findOptionGroup,
  mergeOptionGroups,
  orderOptionGroups,
  restoreOptionGroup,
  setOptionGroup,
  updateOptionGroup,
} from "./option-groups.ts";

/** Option group endpoints. */
export function optionGroupRoutes({ db, answer, write, object, handleExport }: App) {
  object<OptionGroup>("option_group", {
    read: (tx, id) => findOptionGroup(tx, Number(id)),
    name: ({ name }) => name,
    update: (tx, id, state) => setOptionGroup(tx, Number(id), state),
    create: (tx, _id, state) => restoreOptionGroup(tx, state),
    remove: (tx, id) => deleteOptionGroup(tx, Number(id)),
  });
  object<{ ids: number[] }>("option_group_order", {
    read: async (tx) => ({ ids: valuesOf(await listOptionGroups(tx), "id") }),
    name: () => null,
    update: (tx, _id, { ids }) => orderOptionGroups(tx, ids),
  });
  answer("GET /product/option-group", () => listOptionGroups(db), "catalogue");
  handleExport("GET /product/option-group", {
    ...fields("name", "code", "display"),
    values: ({ values }) => values.map(({ label }) => label),
  });
  write("POST /product/option-group", (tx, { body }) => createOptionGroup(tx, body));
  write("PUT /product/option-group/order", (tx, { body }) => orderOptionGroups(tx, body.ids), {
    object: "option_group_order",
    id: () => "",
  });
  write("PUT /product/option-group/:id", (tx, { params, body }) => updateOptionGroup(tx, params.id, body));
  write("POST /product/option-group/:id/merge", (tx, { params, body }) =>
    mergeOptionGroups(tx, params.id, body.into_id),
  );
  write("DELETE /product/option-group/:id", (tx, { params }) => deleteOptionGroup(tx, params.id));
}
