import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import type { AdminProduct } from "#contract/catalogue/product-form.ts";
import { browserClient } from "#web/api/call.ts";
import { type ProductFields, toFields } from "./product-fields.ts";
import { useSaveProduct } from "./use-save-product.ts";

const image = (id: number) => ({
  id,
  url: `/images/${id}/1280.webp`,
  alt: "",
  width: 9,
  height: 9,
  dominant: null,
  option_value_id: null,
});
const product = {
  id: 5,
  slug: "cup",
  name: "Cup",
  description_html: "",
  product_type_id: 2,
  tax_class_id: null,
  publish_at: null,
  unpublish_at: null,
  status: "draft",
  category_ids: [],
  rule_category_ids: [],
  tag_ids: [],
  related_ids: [],
  attributes: {},
  seo: {},
  currency: "EUR",
  variations: [],
  images: [image(9)],
  version: 4,
} as unknown as AdminProduct;

type Saving = { save: (fields: ProductFields) => Promise<void>; form: { getValues: () => ProductFields } };

function Editor({ uploaded, onOpen }: { uploaded: Set<number>; onOpen: (saving: Saving) => void }) {
  const form = useForm<ProductFields>({ defaultValues: toFields(product, []) });
  const options = { form, product, currency: "EUR", optionGroups: [], uploaded, onCreated: () => {} };
  onOpen({ ...useSaveProduct(options), form });
  return null;
}

test("A5 C6 an image whose upload ends while the product is saved is kept for the next save", async () => {
  const deleted: string[] = [];
  const saved = Promise.withResolvers<void>();
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", { activeElement: null });
  vi.stubGlobal("HTMLInputElement", class {});
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    if (method === "DELETE") {
      deleted.push(url);
      return new Response(null, { status: 204 });
    }
    if (method === "PUT") await saved.promise;
    return Response.json({ data: { ...product, images: [image(9), image(21)], version: 5 } });
  });
  const uploaded = new Set([20]);
  let saving: Saving | undefined;
  renderToStaticMarkup(
    <QueryClientProvider client={browserClient()}>
      <Editor uploaded={uploaded} onOpen={(one) => (saving = one)} />
    </QueryClientProvider>,
  );
  const { save, form } = saving as Saving;
  const fields = form.getValues();
  const isDone = save({ ...fields, images: [...fields.images, { ...image(20), key: "new" }] as never });
  uploaded.add(30);
  saved.resolve();
  await isDone;
  expect([...uploaded]).toEqual([30]);
  expect(deleted).toEqual(["/v1/images/20"]);
});
