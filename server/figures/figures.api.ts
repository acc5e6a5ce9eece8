import type { App } from "#server/platform/app.ts";
import { rollUpFigures, rollUpSales } from "./figures.sql.ts";

const batch = 20_000;

/** The job that adds changes up. Figures are exact without it, but slow to read while there are many changes. */
export function figuresRoutes({ db, jobs }: App) {
  jobs.schedule("figures.fold", "* * * * *", async () => {
    while ((await rollUpFigures(db, batch)) === batch);
    while ((await rollUpSales(db, batch)) === batch);
  });
}
