// node bench/search.ts [csv]: how well the search answers ordinary questions in the demo shop, and in a file with the
// columns `name` and `category_tree` (the Flipkart data set).
import { indexDemoShop, indexFile } from "./search/search-index.ts";
import { demoQueries, fileQueries, type Score, scoreDemo, scoreFile, scoreTypos } from "./search/search-score.ts";

const [, , csv] = process.argv;
const demo = indexDemoShop();
print("demo shop: an expected product in the first 8", scoreDemo(demo));
print("demo shop: one typo, the same product in the first 10", scoreTypos(demo, Object.keys(demoQueries)));
if (csv) {
  const file = await indexFile(csv);
  print(`${file.names.size} products of the file: most of the first 8 fit`, scoreFile(file));
  print("the same with one typo, the first product in the first 10", scoreTypos(file, Object.keys(fileQueries)));
}

function print(title: string, { share, queries, failed }: Score) {
  console.log(`${title}: ${(share * 100).toFixed(1)}% of ${queries}`);
  for (const { query, found } of failed) console.log(`  ${query}: ${found.slice(0, 4).join("; ") || "nothing"}`);
}
