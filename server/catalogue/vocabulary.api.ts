import type { Tx } from "#server/platform/database/database.ts";
import type { Call, App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
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
export function vocabularyRoutes(app: App) {
  tagRoutes(app);
  optionGroupRoutes(app);
  productTypeRoutes(app);
}

const answering = async <T>({ db }: App, work: (tx: Tx) => Promise<T>) => ({ data: await inTransaction(db, work) });
const making = async <T>({ db }: App, { once }: Call, work: (tx: Tx) => Promise<T>) => ({
  data: await once.step(db, work),
});

function tagRoutes(app: App) {
  app.handle("GET /tags", async (_input, { shows }) => {
    shows("catalogue");
    return { data: await allTags(app.db) };
  });
  app.handle("POST /tags", ({ body }, call) => making(app, call, (tx) => createTag(tx, body.name)));
  app.handle("PUT /tags/:id", ({ params, body }) => answering(app, (tx) => updateTag(tx, params.id, body.name)));
  app.handle("DELETE /tags/:id", ({ params }) => inTransaction(app.db, (tx) => deleteTag(tx, params.id)));
  app.handle("POST /product/:id/tag/:tagId", ({ params }) =>
    answering(app, (tx) => tagProduct(tx, params.id, params.tagId, true)),
  );
  app.handle("DELETE /product/:id/tag/:tagId", ({ params }) =>
    answering(app, (tx) => tagProduct(tx, params.id, params.tagId, false)),
  );
}

function optionGroupRoutes(app: App) {
  app.handle("GET /product/option-group", async (_input, { shows }) => {
    shows("catalogue");
    return { data: await allOptionGroups(app.db) };
  });
  app.handle("POST /product/option-group", ({ body }, call) => making(app, call, (tx) => createOptionGroup(tx, body)));
  app.handle("PUT /product/option-group/:id", ({ params, body }) =>
    answering(app, (tx) => updateOptionGroup(tx, params.id, body)),
  );
  app.handle("DELETE /product/option-group/:id", ({ params }) =>
    inTransaction(app.db, (tx) => deleteOptionGroup(tx, params.id)),
  );
}

function productTypeRoutes(app: App) {
  app.handle("GET /product-types", async (_input, { shows }) => {
    shows("catalogue");
    return { data: await allProductTypes(app.db) };
  });
  app.handle("POST /product-types", ({ body }, call) => making(app, call, (tx) => createProductType(tx, body)));
  app.handle("PUT /product-types/:id", ({ params, body }) =>
    answering(app, (tx) => updateProductType(tx, params.id, body)),
  );
  app.handle("DELETE /product-types/:id", ({ params }) =>
    inTransaction(app.db, (tx) => deleteProductType(tx, params.id)),
  );
}
