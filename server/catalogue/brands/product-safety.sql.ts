import { type RawBuilder, sql } from "kysely";
import type { ProductSafety } from "#contract/catalogue/product-safety.ts";

const part = (name: keyof ProductSafety) => sql`coalesce(
  nullif(p.safety -> ${sql.lit(name)}, 'null'), nullif(b.safety -> ${sql.lit(name)}, 'null'),
  nullif(y.safety -> ${sql.lit(name)}, 'null'))`;

/** The safety data of product `p` of brand `b` and type `y`: each part its own, else that of the brand, else of the type. */
export const productSafety: RawBuilder<ProductSafety> = sql`jsonb_build_object(
  'manufacturer', ${part("manufacturer")}, 'responsible_person', ${part("responsible_person")},
  'warnings', ${part("warnings")})`;
