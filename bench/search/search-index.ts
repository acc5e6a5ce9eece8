import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { buildIndex, type SearchIndex } from "#server/catalogue/search/text/memory-index.fixture.ts";
import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import { optionGroups } from "#world/options.ts";
import { searchSynonyms } from "#world/synonyms.ts";
import { tags } from "#world/tags.ts";

/** The index of the demo shop, made from world/ without a database. */
export function indexDemoShop(): SearchIndex {
  const categoryNames = new Map(categories.map(({ path, name }) => [path, name]));
  const displays = new Map(optionGroups.map(({ name, display }) => [name, display]));
  const pathsOf = (path: string) => path.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"));
  const searchable = products.map((product) => ({
    name: product.name,
    brand: product.brand,
    subtitle: product.subtitle,
    type: product.type,
    tags: product.tags.map((tag) => tags[tag] ?? tag),
    categories: pathsOf(product.category).map((path) => categoryNames.get(path) ?? path),
    options: product.options.flatMap(({ group, values }) =>
      values.map((label) => ({ group, label, isColor: displays.get(group) === "swatch" })),
    ),
  }));
  return buildIndex(searchable, { synonyms: searchSynonyms });
}

/** The index of a file with the columns `name` and `category_tree`, as the Flipkart data set has. */
export async function indexFile(file: string): Promise<SearchIndex> {
  const rows = await Array.fromAsync(readTrees(file));
  // Products of a file have no sales: any popularity will do.
  return buildIndex(rows.map((row, at) => ({ ...row, popularity: (at * 7919) % 1000 })));
}

/** The names in such a file with the names of their categories. */
export async function* readTrees(file: string): AsyncGenerator<{ name: string; categories: string[] }> {
  const parser = createReadStream(file).pipe(parse({ columns: true, bom: true, relax_quotes: true }));
  for await (const { name = "", category_tree } of parser as AsyncIterable<Record<string, string>>) {
    const [tree = ""] = category_tree?.startsWith("[") ? (JSON.parse(category_tree) as string[]) : [];
    // The last step of a tree is the product itself.
    const steps = tree.split(">>").map((step) => step.trim());
    yield { name, categories: steps.slice(0, -1) };
  }
}
