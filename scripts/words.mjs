// `node scripts/words.mjs` writes words/en.json: every text the shop can say, which is what a translator begins with.
import { writeFileSync } from "node:fs";
import { saidTexts } from "./said-texts.mjs";

const texts = saidTexts();
writeFileSync("words/en.json", `${JSON.stringify(texts, null, 2)}\n`);
console.log(`${Object.keys(texts).length} texts.`);
