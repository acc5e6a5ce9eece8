import type { Tx } from "#server/platform/db.ts";
import type { Call, House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { allProductTypes, allTags } from "./vocabulary.sql.ts";
import {
  createOptionGroup,
  createProductType,
  createTag,
  deleteOptionGroup,
  deleteProductType,
  deleteTag,
  tagProduct,
  updateOptionGroup,
  updateProductType,
  updateTag,
} from "./vocabulary.ts";
import { allOptionGroups } from "./vocabulary-options.sql.ts";

/** The calls of contract/catalogue/vocabulary.ts: tags, option groups, product types. */
export function vocabularyRoutes(house: House) {
  tagRoutes(house);
  optionGroupRoutes(house);
  productTypeRoutes(house);
}

const answering = async <T>({ db }: House, work: (tx: Tx) => Promise<T>) => ({ data: await inTransaction(db, work) });
const making = async <T>({ db }: House, { once }: Call, work: (tx: Tx) => Promise<T>) => ({
  data: await once.step(db, work),
});

function tagRoutes(house: House) {
  house.handle("GET /tags", async (_input, { shows }) => {
    shows("catalogue");
    return { data: await allTags(house.db) };
  });
  house.handle("POST /tags", ({ body }, call) => making(house, call, (tx) => createTag(tx, body.name)));
  house.handle("PUT /tags/:id", ({ params, body }) => answering(house, (tx) => updateTag(tx, params.id, body.name)));
  house.handle("DELETE /tags/:id", ({ params }) => inTransaction(house.db, (tx) => deleteTag(tx, params.id)));
  house.handle("POST /product/:id/tag/:tagId", ({ params }) =>
    answering(house, (tx) => tagProduct(tx, params.id, params.tagId, true)),
  );
  house.handle("DELETE /product/:id/tag/:tagId", ({ params }) =>
    answering(house, (tx) => tagProduct(tx, params.id, params.tagId, false)),
  );
}

function optionGroupRoutes(house: House) {
  house.handle("GET /product/option-group", async (_input, { shows }) => {
    shows("catalogue");
    return { data: await allOptionGroups(house.db) };
  });
  house.handle("POST /product/option-group", ({ body }, call) =>
    making(house, call, (tx) => createOptionGroup(tx, body)),
  );
  house.handle("PUT /product/option-group/:id", ({ params, body }) =>
    answering(house, (tx) => updateOptionGroup(tx, params.id, body)),
  );
  house.handle("DELETE /product/option-group/:id", ({ params }) =>
    inTransaction(house.db, (tx) => deleteOptionGroup(tx, params.id)),
  );
}

function productTypeRoutes(house: House) {
  house.handle("GET /product-types", async (_input, { shows }) => {
    shows("catalogue");
    return { data: await allProductTypes(house.db) };
  });
  house.handle("POST /product-types", ({ body }, call) => making(house, call, (tx) => createProductType(tx, body)));
  house.handle("PUT /product-types/:id", ({ params, body }) =>
    answering(house, (tx) => updateProductType(tx, params.id, body)),
  );
  house.handle("DELETE /product-types/:id", ({ params }) =>
    inTransaction(house.db, (tx) => deleteProductType(tx, params.id)),
  );
}
