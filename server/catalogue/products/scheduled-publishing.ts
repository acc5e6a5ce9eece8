import { enqueueAlertsOfPublished } from "#server/catalogue/variations/back-in-stock.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { refreshProducts } from "./derived-columns.ts";
import { lockDueProducts, type ProductColumns, updateProductColumns } from "./products.sql.ts";

const batchSize = 100;

/** Publishes and unpublishes products at their set times, to the minute. */
export function schedulePublishing(app: App) {
  app.jobs.schedule("catalogue.publish", "* * * * *", () => publishDueProducts(app));
}

/** Publishes and unpublishes all products whose time has come. */
export async function publishDueProducts(app: Pick<App, "db" | "jobs" | "now">): Promise<void> {
  const publishSome = () =>
    inTransaction(app.db, async (tx) => {
      const due = await lockDueProducts(tx, app.now(), batchSize);
      const published = due.filter(({ status }) => status === "draft").map(({ id }) => id);
      const ids = due.map(({ id }) => id);
      await updateProductColumns(tx, due.map(applySchedule));
      await refreshProducts(tx, ids);
      await enqueueAlertsOfPublished(app, tx, published);
      return due.length;
    });
  while ((await publishSome()) > 0);
}

const applySchedule = (product: ProductColumns): ProductColumns =>
  product.status === "draft"
    ? { ...product, status: "active", publish_at: null }
    : { ...product, status: "draft", unpublish_at: null };
