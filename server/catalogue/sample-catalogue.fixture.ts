import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import type { AdminProduct, ProductForm } from "#contract/catalogue/product-form.ts";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import type { Tag } from "#contract/catalogue/tags.ts";
import type { TestShop } from "#server/testing/shop.ts";

/** Creates a small catalogue for tests through the public endpoints. */
export async function sampleCatalogue(shop: TestShop) {
  const { token } = await shop.person("admin");
  const make = async <T>(route: string, body: object): Promise<T> => {
    const answer = await shop.ask(`POST ${route}`, { body, token });
    if (answer.status !== 201) throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const category = (name: string, parent_id?: number) => make<CategoryDetails>("/categories", { name, parent_id });
  const parts = await attributes(make);
  const { type, oak, black, small, large, handmade, outdoor } = parts;
  const home = await category("Home");
  const chairs = await category("Chairs", home.id);
  const lamps = await category("Lamps", home.id);
  const garden = await category("Garden");
  const product = (form: Partial<ProductForm> & Pick<ProductForm, "name" | "variations">) =>
    make<AdminProduct>("/product", { product_type_id: type.id, ...form });
  const one = (price_amount: number, on_hand: number, ...option_value_ids: number[]) => ({
    price_amount,
    on_hand,
    option_value_ids,
  });
  const chair = await product({
    name: "Windsor chair",
    subtitle: "Turned legs",
    category_ids: [chairs.id],
    tag_ids: [handmade.id],
    attributes: { height: "92" },
    variations: [{ ...one(8900, 3, oak), compare_at_amount: 9900 }, one(12_900, 0, black)],
  });
  const stool = await product({
    name: "Chairside stool",
    category_ids: [chairs.id],
    tag_ids: [handmade.id, outdoor.id],
    variations: [one(3000, 20, oak, small), one(3500, 20, oak, large)],
  });
  const lamp = await product({ name: "Desk lamp", category_ids: [lamps.id], variations: [one(4900, 0, black)] });
  const bench = await product({
    name: "Garden bench Äpfelchen",
    category_ids: [garden.id],
    tag_ids: [outdoor.id],
    variations: [one(19_900, 9)],
  });
  return {
    ...parts,
    token,
    home,
    chairs,
    lamps,
    garden,
    chair,
    stool,
    lamp,
    bench,
    product,
    category,
    one,
  };
}

type Make = <T>(route: string, body: object) => Promise<T>;

async function attributes(make: Make) {
  const type = await make<ProductType>("/product-types", {
    name: "Furniture",
    attribute_schema: [{ key: "height", label: "Height", unit: "cm", filterable: true }],
  });
  const color = await make<OptionGroup>("/product/option-group", {
    name: "Color",
    display: "swatch",
    values: [
      { label: "Oak", swatch: "#bb9988" },
      { label: "Black", swatch: "#111111" },
    ],
  });
  const size = await make<OptionGroup>("/product/option-group", {
    name: "Size",
    values: [{ label: "Small" }, { label: "Large" }],
  });
  const value = (group: OptionGroup, at: number) => group.values[at]?.id ?? 0;
  return {
    type,
    color,
    size,
    oak: value(color, 0),
    black: value(color, 1),
    small: value(size, 0),
    large: value(size, 1),
    handmade: await make<Tag>("/tags", { name: "Handmade" }),
    outdoor: await make<Tag>("/tags", { name: "Outdoor" }),
  };
}
