import { Form } from "react-router";
import { useBestSellers } from "#web/api/best-sellers.ts";
import { Departments } from "#web/catalogue/home/departments.tsx";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { TileActions } from "#web/catalogue/tiles/tile-actions.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { say } from "#words/say.ts";
import { tileActions } from "./tile-actions.tsx";

/** Ways on from a page that does not exist: a search, the categories and the best sellers. */
export function ShopLinks() {
  const { title, products } = useBestSellers();
  return (
    <div className="grid grid-cols-1 gap-14 md:gap-20">
      <Form action={paths.products()} className="page-width flex max-w-xl items-end gap-3">
        <TextField
          label={say("Search products")}
          labelHidden
          type="search"
          name="name"
          required
          minLength={2}
          maxLength={200}
          enterKeyHint="search"
          placeholder={say("What are you looking for?")}
          className="grow"
        />
        <Button type="submit">{say("Search")}</Button>
      </Form>
      <Departments heading={say("Categories")} />
      <div className="page-width">
        <TileActions value={tileActions}>
          <ProductRow title={title} products={products.slice(0, 4)} />
        </TileActions>
      </div>
    </div>
  );
}
