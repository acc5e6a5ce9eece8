import { expect, test } from "vitest";
import { buildIndex, type Searchable, search } from "./memory-index.fixture.ts";

const inCategory = (...categories: string[]) => ({
  of: (...names: string[]) => names.map((name): Searchable => ({ name, categories })),
});
const electronics = "TV, Audio & Cameras";
const sizes = (...labels: string[]) => labels.map((label) => ({ group: "Size", label, isColor: false }));
const colors = (...labels: string[]) => labels.map((label) => ({ group: "Color", label, isColor: true }));
const shop = buildIndex(
  [
    // The most popular come first, so that only relevance can bring the others before them.
    ...inCategory("Mobiles", "Cases").of("iPhone 14 Back Cover", "Cover for iPhone 14", "Screen guard for iPhone 13"),
    ...inCategory("Mobiles", "Phones").of(
      "Apple iPhone 14 (Blue, 128 GB)",
      "Apple iPhone 13 (Red, 128 GB)",
      "Nokia 105",
    ),
    ...inCategory(electronics, "Cables").of("TVS Gold keyboard", "Samsung HDMI cable for TV", "Samsung camera battery"),
    ...inCategory(electronics, "Televisions").of("Samsung 108 cm LED TV", "Sony Bravia TV"),
    ...inCategory("Computers", "Laptop accessories").of("Laptop table", "Laptop stand", "Gaming mouse"),
    ...inCategory("Computers", "Laptops").of("Lenovo B490", "Dell Inspiron laptop"),
    ...inCategory("Clothing", "Shirts").of("Peter Men's Shirt", "Rosa Women's Shirt"),
    ...inCategory("Storage").of("SanDisk 128GB pen drive", "Pocket powerbank", "Solar power bank"),
    ...inCategory("Jewellery and watches").of("Solstice ring", "Meridian watch"),
    ...inCategory("Sport").of("Shore volleyball", "Baseline racket"),
    ...inCategory("Furniture").of("Corner sofa", "Plank chair"),
    { name: "Tideway runner", categories: ["Shoes"], options: colors("Navy", "Coral") },
    { name: "Aldgate derby", categories: ["Shoes"], options: colors("Walnut") },
    { name: "Drift shorts", categories: ["Clothing"], options: [...colors("Navy"), ...sizes("S", "M")] },
    { name: "Lane shorts", categories: ["Clothing"], options: sizes("L") },
    { name: "Heather honey", categories: ["Food"], options: sizes("250 g", "500 g") },
  ].map((product, at) => ({ ...product, popularity: 100 - at })),
);
const find = (query: string) => search(shop, query).found;

test("Search: the thing comes before its accessories", () => {
  expect(find("iphone 14")).toEqual(["Apple iPhone 14 (Blue, 128 GB)", "iPhone 14 Back Cover", "Cover for iPhone 14"]);
  expect(find("laptop").slice(0, 2)).toEqual(["Dell Inspiron laptop", "Lenovo B490"]);
  expect(find("laptop table")[0]).toBe("Laptop table");
  expect(find("watch")).toEqual(["Meridian watch"]);
});

test("Search: a whole word comes before a longer one, and names before categories that list several things", () => {
  expect(find("tv").slice(0, 2)).toEqual(["Samsung 108 cm LED TV", "Sony Bravia TV"]);
  expect(find("tv")).not.toContain("TVS Gold keyboard");
  expect(find("samsung tv")).toEqual(["Samsung 108 cm LED TV", "Samsung HDMI cable for TV"]);
});

test("Search: singular and plural, apostrophes, word order, compounds, units and model numbers find the same", () => {
  const same = (...queries: string[]) => {
    for (const query of queries) expect([query, find(query)]).toEqual([query, find(queries[0] as string)]);
    expect(find(queries[0] as string)).not.toEqual([]);
  };
  same("laptops", "laptop");
  same("mens shirt", "men's shirt", "men’s shirts", "shirt men", "shirts for men");
  same("128gb", "128 gb");
  same("power bank", "powerbank", "power banks");
  same("iphone13", "iphone 13");
  expect(find("mens shirt")).toEqual(["Peter Men's Shirt"]);
  expect(find("powerbank").toSorted()).toEqual(["Pocket powerbank", "Solar power bank"]);
});

test("Search: color words find products that have the color", () => {
  expect(find("blue shoes")).toEqual(["Tideway runner"]);
  expect(find("blue shorts")).toEqual(["Drift shorts"]);
  expect(find("navy")).toEqual(["Tideway runner", "Drift shorts"]);
});

test("Search: size words and amounts find products that have the size", () => {
  for (const query of ["shorts m", "medium shorts", "shorts in size M"])
    expect([query, search(shop, query)]).toMatchObject([query, { found: ["Drift shorts"], did_you_mean: null }]);
  expect(find("large shorts")).toEqual(["Lane shorts"]);
  for (const query of ["honey 250g", "250 g honey"]) expect(search(shop, query).search_changes).toBeNull();
  // An amount is left out as a whole.
  expect(search(shop, "honey 750 g").search_changes).toMatchObject({ text: "honey", dropped: ["750 g"] });
  expect(find("256gb")).toEqual([]);
});

test("Search: the weakest word is left out rather than nothing found, and the answer says so", () => {
  expect(search(shop, "yellow shoes")).toMatchObject({
    found: ["Tideway runner", "Aldgate derby"],
    search_changes: { text: "shoes", dropped: ["yellow"] },
    did_you_mean: "shoes",
  });
  expect(search(shop, "walnut shorts").search_changes?.dropped).toEqual(["walnut"]);
  expect(search(shop, "iphone 12").search_changes?.dropped).toEqual(["12"]);
});

test("Search: synonyms are found, and named where no product has the word itself", () => {
  expect(search(shop, "couch")).toMatchObject({ found: ["Corner sofa"], search_changes: { added: ["sofa"] } });
  expect(search(shop, "television").found.slice(0, 2)).toEqual(["Samsung 108 cm LED TV", "Sony Bravia TV"]);
  expect(search(shop, "sofa").search_changes).toBeNull();
});

test("Search: the merchant's synonyms count as the language's do, those included in one direction", () => {
  const own = buildIndex(inCategory("Tools").of("Bench hammer", "Mallet"), {
    synonyms: [{ words: ["club hammer"], includes: ["mallet"] }],
  });
  expect(search(own, "club hammer").found).toEqual(["Mallet"]);
  expect(search(own, "mallet").found).toEqual(["Mallet"]);
});

test("Search: a known or short word is not corrected, an unknown brand only with one typo", () => {
  expect(search(shop, "ring").search_changes).toBeNull();
  expect(search(shop, "garmin")).toEqual({ found: [], search_changes: null, did_you_mean: null });
  for (const query of ["sing", "rover", "usb-c", "ledo"])
    expect([query, search(shop, query)]).toEqual([query, { found: [], search_changes: null, did_you_mean: null }]);
  expect(search(shop, "samsnug").search_changes?.corrected).toEqual([{ typed: "samsnug", used: "samsung" }]);
  expect(search(shop, "volleybal")).toMatchObject({ found: ["Shore volleyball"], search_changes: null });
  expect(search(shop, "voleybal").did_you_mean).toBe("volleyball");
});

test("Search: a correction is a word that the shop writes, not the stem of one", () => {
  const own = buildIndex(inCategory("Accessories").of("Coastal sunglasses"));
  expect(search(own, "sunglases")).toMatchObject({ found: ["Coastal sunglasses"], did_you_mean: "sunglasses" });
});

test("Search: an unfinished word finds what it may become", () => {
  const typing = (query: string) => search(shop, query, { isTyping: true }).found;
  expect(typing("lap")[0]).toBe("Dell Inspiron laptop");
  expect(typing("samsung t")[0]).toBe("Samsung 108 cm LED TV");
  expect(typing("wacth")).toEqual(["Meridian watch"]);
});

test("Search: words of German and Arabic have one form for singular and plural", () => {
  const german = buildIndex(inCategory("Kleidung").of("Blaues Hemd", "Hemden aus Leinen", "Hose"), { language: "de" });
  expect(search(german, "hemden").found.toSorted()).toEqual(["Blaues Hemd", "Hemden aus Leinen"]);
  expect(search(german, "blaue hemden").found).toEqual(["Blaues Hemd"]);
  const arabic = buildIndex(inCategory("أثاث").of("كنبة", "كرسي"), { language: "ar" });
  expect(search(arabic, "الكنبة").found).toEqual(["كنبة"]);
});

test("H5 a German noun finds things whose name ends with it, and one in the plural, but no adjective", () => {
  const names = ["Esstisch Eiche", "Couchtische rund", "Praktisches Regal", "Praktisch und gut", "Hosen mit Gurtel"];
  const german = buildIndex(inCategory("Mobel").of(...names), { language: "de" });
  expect(search(german, "Tisch").found.toSorted()).toEqual(["Couchtische rund", "Esstisch Eiche"]);
  expect(search(german, "Tisch").did_you_mean).toBeNull();
  expect(search(german, "Hose").found).toEqual(["Hosen mit Gurtel"]);
  const english = buildIndex(inCategory("Furniture").of("Smart chart", "Work of art"));
  expect(search(english, "art").found).toEqual(["Work of art"]);
});

test("H5 two confused vowels are corrected, also in words too short for two errors", () => {
  const bicycles = buildIndex(inCategory("Sport").of("Canal bicycle", "Tricycle"));
  expect(search(bicycles, "bycicle")).toMatchObject({ found: ["Canal bicycle"], did_you_mean: "bicycle" });
});

test("Search: products with the word itself come before those with a synonym, the closest synonym first", () => {
  const words = (product: Searchable, popularity: number): Searchable => ({ ...product, popularity });
  const own = buildIndex([
    ...inCategory("Clothing").of("Rain jacket", "Wool coat"),
    words({ name: "Harbor boot", categories: ["Shoes"], options: colors("Rust") }, 90),
    words({ name: "Petal flat", categories: ["Shoes"], options: colors("Berry") }, 80),
    words({ name: "Evening pump", categories: ["Shoes"], options: colors("Crimson") }, 70),
    words({ name: "Plain clog", categories: ["Shoes"], options: colors("Red") }, 60),
  ]);
  expect(search(own, "coat").found).toEqual(["Wool coat", "Rain jacket"]);
  expect(search(own, "jackets").found).toEqual(["Rain jacket", "Wool coat"]);
  expect(search(own, "red shoes").found).toEqual(["Plain clog", "Evening pump", "Petal flat", "Harbor boot"]);
  expect(search(own, "red shoes", { limit: 2 }).found).toEqual(["Plain clog", "Evening pump"]);
});

test("Search: a word that is only a synonym is left out before what was asked for", () => {
  const toys = buildIndex([
    ...inCategory("Toys").of("Branch line engine"),
    ...inCategory("Shoes").of("Tideway runner"),
    { name: "Pip penguin", categories: ["Toys"], tags: ["Gift idea"] },
  ]);
  expect(search(toys, "kids").found.toSorted()).toEqual(["Branch line engine", "Pip penguin"]);
  expect(search(toys, "gift for kid")).toMatchObject({ found: ["Pip penguin"], did_you_mean: null });
  for (const query of ["shoes for kids", "kids shoes"])
    expect([query, search(toys, query)]).toMatchObject([query, { found: ["Tideway runner"], did_you_mean: "shoes" }]);
});

test("Search: a thing and what describes it, written as one word, finds the thing", () => {
  const found = search(shop, "wintershirt");
  expect(found.found).toEqual(search(shop, "shirt").found);
  expect(found.search_changes).toMatchObject({ text: "shirt", dropped: ["winter"] });
  expect(search(shop, "zzshirt").found).toEqual([]);
});

test("Search: a word is not split into others that only look like its parts", () => {
  const own = buildIndex([
    ...inCategory("Furniture").of("Plank desk", "Bamboo plant stand"),
    ...inCategory("Sport").of("Maple skateboard deck", "Foam surf board", "Motor pump"),
    ...inCategory("Clothing").of("Jersey top", "Rain coat", "Meridian ring", "Runner shoe"),
    ...inCategory("Food").of("Dried apple", "Pet treats", "Egg timer"),
  ]);
  const nothing = { found: [], search_changes: null, did_you_mean: null };
  for (const query of ["laptops", "carpets", "pineapple", "eggplant", "asdfqwershoe", "earring", "keyboard"])
    expect([query, search(own, query)]).toEqual([query, nothing]);
});

test("Search: a word is not split where another word of the query is found", () => {
  const own = buildIndex([
    ...inCategory("Furniture").of("Plank desk"),
    ...inCategory("Sport").of("Foam surf board", "Winter gloves"),
    ...inCategory("Clothing").of("Rain coat"),
  ]);
  const desk = { found: ["Plank desk"], did_you_mean: "desk" };
  for (const query of ["desk keyboard", "keyboard desk"])
    expect([query, search(own, query)]).toMatchObject([query, { ...desk, search_changes: { dropped: ["keyboard"] } }]);
  expect(search(own, "desk wintercoat")).toMatchObject({ ...desk, search_changes: { dropped: ["wintercoat"] } });
  expect(search(own, "the wintercoat").found).toEqual(["Rain coat"]);
});

test("Search: a word that begins with the other of c and k is corrected, and one that lacks a letter gets it", () => {
  expect(search(shop, "kamera").did_you_mean).toBe("camera");
  expect(search(shop, "kofficer").did_you_mean).toBeNull();
  const shoes = buildIndex(
    [...inCategory("Sneakers").of("Tideway Runner"), ...inCategory("Toys").of("Branch Line Engine")],
    { synonyms: [{ words: ["train", "locomotive"], includes: ["engine"] }] },
  );
  expect(search(shoes, "trainrs")).toMatchObject({ found: ["Tideway Runner"], did_you_mean: "trainers" });
});

test("Search: where the few products with every word are other things, the things are found without what describes them", () => {
  const own = buildIndex([
    { name: "Pond Ice Skate", subtitle: "A warm boot on a blade", categories: ["Winter"] },
    ...inCategory("Boots").of("Crag Boot", "Harbor Boot"),
    ...inCategory("Coats").of("Camden Coat", "Winter Coat"),
  ]);
  const { found, search_changes } = search(own, "winter boots");
  expect(found.toSorted()).toEqual(["Crag Boot", "Harbor Boot", "Pond Ice Skate"]);
  expect(search_changes).toMatchObject({ text: "boots", dropped: ["winter"] });
  expect(search(own, "warm boots").found).toHaveLength(3);
  // A thing that has every word needs no others.
  expect(search(own, "winter coat")).toMatchObject({ found: ["Winter Coat"], search_changes: null });
});

test("Search: an accessory is found by its name and the thing it is for, in any order", () => {
  const own = buildIndex([
    ...inCategory("Laptops").of("Dell laptop", "Acer laptop"),
    ...inCategory("Phones").of("iPhone 14", "iPhone 15"),
    ...inCategory("Cases").of("Case for laptop", "Leather case for iPhone"),
    ...inCategory("Kitchen").of("Copper kettle", "Lid for kettle", "Laptop charger"),
    ...inCategory("Shoes").of("Nike Air Max 95", "Nike Air Max 97", "Nike Air Force"),
  ]);
  for (const [query, name] of [
    ["case for laptop", "Case for laptop"],
    ["case laptop", "Case for laptop"],
    ["lid for kettle", "Lid for kettle"],
    ["case iphone", "Leather case for iPhone"],
    ["charger laptop", "Laptop charger"],
  ])
    expect(search(own, query as string)).toMatchObject({ found: [name], search_changes: null });
  // A word of names is no price limit.
  expect(search(own, "nike air max 90")).toMatchObject({
    found: ["Nike Air Max 97", "Nike Air Max 95"],
    search_changes: { dropped: ["90"] },
  });
});

test("Search: a price limit is left out before any word, unless products have it", () => {
  const own = buildIndex([
    { name: "Tidal Beads", subtitle: "To watch under water", categories: ["Toys"], tags: ["gift under 50"] },
    ...inCategory("Watches").of("Meridian Watch"),
    ...inCategory("Toys").of("Under 11 Football"),
  ]);
  for (const limit of ["under 200", "below 200", "up to 200", "less than 200 euros", "under 50"])
    expect([limit, search(own, `watch ${limit}`)]).toMatchObject([
      limit,
      { found: ["Meridian Watch", "Tidal Beads"], search_changes: { text: "watch", dropped: [limit] } },
    ]);
  expect(search(own, "up to 200 watch").search_changes).toMatchObject({ text: "watch", dropped: ["up to 200"] });
  expect(search(own, "gift under 50")).toMatchObject({ found: ["Tidal Beads"], search_changes: null });
  expect(search(own, "under 11 football")).toMatchObject({ found: ["Under 11 Football"], search_changes: null });
  const german = buildIndex(inCategory("Uhren").of("Meridian Uhr"), { language: "de" });
  expect(search(german, "uhr unter 200 euro")).toMatchObject({
    found: ["Meridian Uhr"],
    search_changes: { text: "uhr" },
  });
});

test("Search: a word with synonyms is found misspelled too, and the thing itself before a brand that begins so", () => {
  const own = buildIndex([
    { name: "Larder Jar", brand: "Kettlewick", categories: ["Tableware"] },
    { name: "Round Robin Teapot", brand: "Kettlewick", categories: ["Tea"] },
  ]);
  for (const query of ["kettle", "kettel"])
    expect([query, search(own, query).found]).toEqual([query, ["Round Robin Teapot", "Larder Jar"]]);
});
