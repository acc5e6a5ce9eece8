import { expect, test } from "vitest";
import { confirm, openImportShop, upload } from "./testing.ts";

const shop = await openImportShop();
const { token } = await shop.person("admin");
const { localization } = (await shop.ask("GET /settings", { token })).body.data;
const { currency } = localization;
const ask = (call: string, body?: object) => shop.ask(call, { token, ...(body ? { body } : {}) });
const send = (content: Buffer | string, name = "table.csv") =>
  upload(shop, "/product/admin/upload", { token, name, content });
const map = async (content: string, more: object = {}) => {
  const job = await send(content);
  return (await ask(`POST /imports/${job.id}/preview`, { mapping: { ...job.mapping, ...more } })).body.data;
};
const run = (id: string) => confirm(shop, id, token);
const shown = (job: { summary: { products: object[] } }) => job.summary.products;
const products = async (name: string) =>
  (await ask(`GET /product/admin?per_page=100&name=${encodeURIComponent(name)}`)).body.data;
const product = async (name: string) => (await ask(`GET /product/${(await products(name))[0]?.id}`)).body.data;

test.each([
  ["SKU,Product name,Price,Quantity\nA1,Chair,10,5\n", "Product name"],
  ["sku,name,price,stock\nA1,Chair,10,5\n", "name"],
  ["SKU,Item,Price\nA1,Chair,10\n", "Item"],
])("A5 a table with SKUs, names and prices asks for its columns: %j", async (content, title) => {
  expect(await send(content)).toMatchObject({ status: "mapping", mapping: { title, sku: expect.any(String) } });
});

test.each([
  ["Handle,Title,Price,Image 1,Warehouse\nlamp,Lamp,10,https://old.example/a.jpg,4\n", "mapping", "Table"],
  ["Handle,Titel,Preis,Bilder,Farbe\nlampe,Lampe,10,,Rot\n", "mapping", "Table"],
  ["Handle,Title,Price\nlamp-2,Lamp,10\n", "preview", "Shopify"],
  ["Handle,Title,Variant Price,Shelf\nlamp-3,Lamp,10,B\n", "preview", "Shopify"],
  ["Title,URL handle,Price,Shelf\nLamp,lamp-4,10,B\n", "preview", "Shopify"],
  ["Handle,Title,Price,Gift Card,Shelf\nlamp-5,Lamp,10,TRUE,B\n", "preview", "Shopify"],
])("A5 a table is Shopify's by its marks, not by a title and a price: %j", async (content, status, format) => {
  expect(await send(content)).toMatchObject({ status, format: expect.stringMatching(`^${format}`) });
});

test("A5 a hidden product stays hidden in a table that has columns of other systems", async () => {
  const job = await send("Handle,Title,Price,Published,Shelf\nhidden-lamp,Hidden lamp,10,FALSE,B\n");
  expect(job).toMatchObject({ status: "preview", summary: { drafts: 1 } });
  await run(job.id);
  expect((await product("Hidden lamp")).status).toBe("draft");
});

test("A5 a mapping that was confirmed is used again, also for a table that could hold prices alone", async () => {
  const job = await map("Price,SKU,Denomination\n5,Z-1,Recalled\n", { title: "Denomination" });
  await run(job.id);
  expect(await send("SKU,Price,Denomination\nZ-2,6,Recalled too\n")).toMatchObject({ totals: { create: 1 } });
});

test.each([
  "Handle,Title,Variant Price\nforeign,Foreign,19.99 XTS\n".replace("XTS", currency === "USD" ? "EUR" : "USD"),
  `TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,IMAGE1\nForeign,,20,${currency === "USD" ? "EUR" : "USD"},1,\n`,
])("A5 prices in another currency stop the import until somebody accepts them: %j", async (content) => {
  const other = currency === "USD" ? "EUR" : "USD";
  const job = await send(content);
  expect(job).toMatchObject({ status: "preview", summary: { currency, currencies: { [other]: 1 } } });
  expect((await ask(`POST /imports/${job.id}/confirm`)).body.code).toBe("import_currency");
  expect((await ask(`POST /imports/${job.id}/confirm?accept_currency=1`)).status).toBe(202);
  await ask(`POST /imports/${job.id}/cancel`);
});

test("A5 prices in the shop's currency need no acceptance, and leave no note", async () => {
  const job = await send(`Handle,Title,Variant Price\nown,Own,"19,90 ${currency}"\n`);
  expect(job).toMatchObject({ summary: { currencies: {} }, notes: [] });
});

test("A5 stock that a file does not name is not counted, and a product without a price or stock is shown so", async () => {
  const job = await send("Handle,Title,Variant Price\nquiet,Quiet,5\nfree,Free,0\n");
  expect(shown(job)).toMatchObject([
    { name: "Quiet", min_price_amount: 500, stock: null, is_sold_out: false, status: "active", is_new: true },
    { name: "Free", min_price_amount: 0 },
  ]);
  expect(job.summary).toMatchObject({ free: 1, sold_out: 0 });
  await run(job.id);
  expect((await product("Quiet")).variations).toMatchObject([{ track_stock: false }]);
  const counted = await send("Handle,Title,Variant Price,Variant Inventory Qty\nnone,None,5,0\n");
  expect(counted.summary).toMatchObject({ sold_out: 1, products: [{ stock: 0, is_sold_out: true }] });
});

test("A5 quantities are read with grouping and decimals", async () => {
  const job = await map("Name;Preis;Bestand\nOne;8,50;26.067,00\nTwo;8,50;12,0\nThree;8,50;1,200\nFour;8,50;2,5\n");
  expect(shown(job).map((one) => "stock" in one && one.stock)).toEqual([26_067, 12, 1200, null]);
  expect(job.note_groups).toEqual([{ code: "value_ignored", count: 1, is_loss: true }]);
});

test("A5 rows with one title and different SKUs are different products, also across files", async () => {
  const job = await map("Name,Price,SKU\nLantern,195.57,LA-1\nLantern,232.47,LA-2\nLantern,1,LA-1\n");
  expect(job).toMatchObject({ totals: { rows: 3, create: 2, error: 1 }, errors: [{ row: 4, code: "row_repeated" }] });
  await run(job.id);
  const later = await map("Name,Price,SKU\nLantern,300,LA-3\nLantern,232.47,LA-2\n");
  expect(later.totals).toMatchObject({ create: 1, update: 0, skip: 1 });
  await run(later.id);
  expect((await products("Lantern")).map(({ slug }: { slug: string }) => slug).sort()).toEqual([
    "lantern",
    "lantern-la-2",
    "lantern-la-3",
  ]);
});

test("A5 titles that give one address are different products; a repeated row is counted as lost", async () => {
  const job = await map("Name,Price\nPaint C,5\nPaint C+,6\nPaint C,7\n");
  expect(job).toMatchObject({
    totals: { rows: 3, create: 2, error: 1 },
    errors: [{ row: 4, code: "duplicate_variation" }],
  });
  expect(await run(job.id)).toMatchObject({ status: "done", totals: { create: 2, error: 1 } });
});

test("A5 notes are grouped with their numbers, losses first, and all of them can be downloaded", async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `n-${at},N ${at},"1.299,00",`);
  const job = await send(`Handle,Title,Variant Price,Variant Grams\n${rows.join("\n")}\nlast,Last,1,heavy\n`);
  expect(job.note_groups).toEqual([
    { code: "value_ignored", count: 1, is_loss: true },
    { code: "price_read", count: 150, is_loss: false },
  ]);
  expect(job.notes[0]).toMatchObject({ code: "value_ignored", row: 152 });
  const file = String((await ask(`GET ${job.notes_url.replace("/v1", "")}`)).body);
  expect(file.trim().split("\n")).toHaveLength(152);
});

test("A5 a mapped table keeps line breaks, several categories, tags and images, statuses and weights", async () => {
  const header = "Name;Price;Description;Categories;Tags;Status;Weight;Image 1;Image 2";
  const row =
    'Vase;5;"First line\nSecond line";All products|Wine > Red;red|blue;1;0,5 kg;https://a.example/1.jpg;https://a.example/2.jpg';
  const job = await map(`${header}\n${row}\n`);
  expect(shown(job)).toMatchObject([{ images: 2, status: "active" }]);
  await run(job.id);
  expect(await product("Vase")).toMatchObject({
    description_html: "<p>First line<br />Second line</p>",
    variations: [{ weight_g: 500 }],
  });
  const vase = await product("Vase");
  expect([vase.category_ids.length, vase.tag_ids.length]).toEqual([2, 2]);
});

test("A5 a barcode that a spreadsheet has rounded is left out", async () => {
  const job = await send('Handle,Title,Variant Price,Variant Barcode\nb,B,5,"4,26E+12"\nc,C,5,5.00E+12\n');
  expect(job.note_groups).toEqual([{ code: "barcode_rounded", count: 2, is_loss: true }]);
});

test("A5 WooCommerce's export with French headings comes out with its variations", async () => {
  const header =
    'ID,Type,UGS,Nom,Publié,"En stock ?",Stock,"Tarif régulier",Catégories,Images,Parent,"Nom de l’attribut 1","Valeur(s) de l’attribut 1"';
  const job = await send(
    `${header}\n1,variable,T,Chemise,1,1,,,,,,Taille,"S, M"\n2,variation,T-S,Chemise - S,1,1,5,15,,,T,Taille,S\n`,
  );
  expect(job).toMatchObject({ format: expect.stringContaining("WooCommerce"), totals: { create: 1, error: 0 } });
  expect(shown(job)).toMatchObject([{ name: "Chemise", min_price_amount: 1500, stock: 5 }]);
});

test("A5 Etsy's listings with Italian headings are recognized", async () => {
  const header = "TITOLO,DESCRIZIONE,PREZZO,CODICE_VALUTA,QUANTITÀ,TAG,MATERIALI,IMMAGINE1,IMMAGINE2";
  const job = await send(
    `${header}\nVaso,Bello,20,${currency},1,big_vase,,https://a.example/1.jpg,https://a.example/2.jpg\n`,
  );
  expect(job).toMatchObject({ format: expect.stringContaining("Etsy"), totals: { create: 1, error: 0 } });
  expect(shown(job)).toMatchObject([{ images: 2, stock: 1 }]);
});

test("A5 Wix's export comes out with variations, discounts and images", async () => {
  const header =
    "handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible," +
    "discountMode,discountValue,inventory,weight,productOptionName1,productOptionType1," +
    "productOptionDescription1";
  const rows = [
    "p1,Product,Kettle,Good,a.jpg;b.jpg,Kitchen;Sale,K,,20,,true,PERCENT,10,InStock,1.5,,,",
    "p2,Product,Scarf,Warm,c.jpg,,,,30,,true,PERCENT,0,,,Color,COLOR,#ff0000:Red;#00ff00:Green",
    "p2,Variant,,,,,S-R,,,0,true,,,5,,,,#ff0000:Red",
    "p2,Variant,,,,,S-G,,,5,true,,,OutOfStock,,,,#00ff00:Green",
  ];
  const job = await send(`${header}\n${rows.join("\n")}\n`);
  expect(job).toMatchObject({ format: expect.stringContaining("Wix"), totals: { create: 2, error: 0 } });
  expect(shown(job)).toMatchObject([
    { name: "Kettle", min_price_amount: 1800, compare_at_amount: 2000, stock: null, images: 2 },
    { name: "Scarf", min_price_amount: 3000, max_price_amount: 3500, variations: 2, stock: 5 },
  ]);
});

test.each([
  [
    "Heureka",
    "<SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCTNAME>Pila</PRODUCTNAME><PRICE_VAT>99</PRICE_VAT>" +
      "<IMGURL>https://a.example/1.jpg</IMGURL></SHOPITEM></SHOP>",
    { title: "PRODUCTNAME", price: "PRICE_VAT", image: "IMGURL" },
  ],
  [
    "Ceneo",
    '<offers><o id="1" url="https://a.example/1" price="9.90" stock="3"><cat>Dom</cat><name>Piła</name>' +
      '<imgs><main url="https://a.example/1.jpg"/></imgs></o></offers>',
    { title: "name", price: "price", quantity: "stock", image: "imgs" },
  ],
  [
    "Skroutz",
    "<products><product><id>1</id><name>Saw</name><price_with_vat>32.99</price_with_vat></product></products>",
    { title: "name", price: "price_with_vat" },
  ],
  [
    "YML",
    '<yml_catalog><shop><offers><offer id="1"><name>Пила</name><price>99</price>' +
      "<picture>https://a.example/1.jpg</picture></offer></offers></shop></yml_catalog>",
    { title: "name", price: "price", image: "picture" },
  ],
])("A5 the XML feed of %s is mapped, with its columns suggested", async (_name, xml, mapping) => {
  const job = await send(`<?xml version="1.0"?>${xml}`, "feed.xml");
  expect(job).toMatchObject({ status: "mapping", mapping });
});

test.each([
  [
    "YML",
    '<yml_catalog><shop><offers><offer id="1"><name>Pila A</name><price>9</price>',
    "</offer></offers></shop></yml_catalog>",
    1000,
  ],
  ["Ceneo", '<offers><o id="1" price="9"><name>Pila B</name>', "</o></offers>", 1000],
  ["another feed", "<products><product><name>Pila C</name><price>9</price>", "</product></products>", 1],
])("A5 a weight of 1 in the XML feed of %s is of the unit it defines", async (_name, start, end, grams) => {
  const { id, mapping } = await send(`<?xml version="1.0"?>${start}<weight>1</weight>${end}`, "feed.xml");
  const job = (await ask(`POST /imports/${id}/preview`, { mapping })).body.data;
  await run(job.id);
  const name = /<name>([^<]+)/.exec(start)?.[1] ?? "";
  expect((await product(name)).variations).toMatchObject([{ weight_g: grams }]);
});

test.each([
  ["Artikeltext1;VKPreis;EKPreis", { title: "Artikeltext1", price: "VKPreis", cost: "EKPreis" }],
  ["Désignation;Prix TTC;Référence", { title: "Désignation", price: "Prix TTC" }],
  ["Producto;Precio venta público;Código", { title: "Producto", sku: "Código" }],
  ["Omschrijving;Verkoopprijs;Voorraad", { title: "Omschrijving", price: "Verkoopprijs", quantity: "Voorraad" }],
  ["Nazwa produktu;Cena brutto;Ilość", { title: "Nazwa produktu", price: "Cena brutto", quantity: "Ilość" }],
  ["Název;Cena s DPH;Skladem", { title: "Název", price: "Cena s DPH", quantity: "Skladem" }],
  ["Ürün Adı;Satış Fiyatı;Stok", { title: "Ürün Adı", price: "Satış Fiyatı", quantity: "Stok" }],
  ["Название;Цена;Остаток", { title: "Название", price: "Цена", quantity: "Остаток" }],
  ["商品名;価格;在庫数", { title: "商品名", price: "価格", quantity: "在庫数" }],
])("A5 the columns %j are guessed", async (header, mapping) => {
  expect((await send(`${header}\na;1;2\n`)).mapping).toMatchObject(mapping);
});

test.each([
  "Bezeichnung;Artikelnummer;Preis;UVP;Bestand;Gewicht;Bilder;Kategorie;Schlagwörter;Aktiv;Beschreibung",
  "Produit;Code article;Tarif;Ancien prix;Quantité;Poids;Images;Catégorie;Étiquettes;Actif;Description",
  "Artículo;Código;Precio;Precio anterior;Existencias;Peso;Imágenes;Categoría;Etiquetas;Activo;Descripción",
  "Articolo;Codice;Prezzo;Prezzo barrato;Disponibilità;Peso;Immagini;Categoria;Etichette;Attivo;Descrizione",
  "Artigo;Referência;Valor;Preço anterior;Estoque;Peso;Imagens;Categoria;Palavras-chave;Ativo;Descrição",
  "Naam;Artikelcode;Prijs incl. btw;Adviesprijs;Aantal;Gewicht;Afbeeldingen;Categorieën;Trefwoorden;Actief;Omschrijving",
  "Tytuł;Kod produktu;Cena sprzedaży;Stara cena;Ilość;Waga;Zdjęcia;Kategoria;Słowa kluczowe;Aktywny;Opis",
  "Zboží;Katalogové číslo;Prodejní cena;Původní cena;Počet kusů;Váha;Obrázky;Kategorie;Klíčová slova;Aktivní;Popis",
  "Başlık;Ürün kodu;Fiyat;Eski fiyat;Adet;Ağırlık;Görsel;Kategori;Etiketler;Aktif;Açıklama",
  "Заголовок;Код;Розничная цена;Старая цена;Кол-во;Вес;Изображение;Категория;Теги;Активен;Описание",
  "タイトル;商品コード;価格;通常価格;数量;重量;商品画像;カテゴリ;タグ;公開;説明",
])("A5 all columns of %j are guessed", async (header) => {
  const fields = "title sku price compareAt quantity grams image category tags status body".split(" ");
  const headings = header.split(";");
  expect((await send(`${header}\na;1;2\n`)).mapping).toEqual(
    Object.fromEntries(fields.map((field, at) => [field, headings[at]])),
  );
});

test("A5 an undo removes the categories that the import made and nothing uses", async () => {
  const { id } = await send("Handle,Title,Variant Price,Product Category\nundone,Undone,5,Gone > Below\n");
  await run(id);
  await ask(`POST /imports/${id}/undo`);
  await shop.app.jobs.drain();
  const tree = JSON.stringify((await ask("GET /categories/admin")).body.data);
  expect(tree).not.toContain('"Gone"');
  expect(tree).not.toContain('"Below"');
});

test("A5 after the undo of the only import the currency can be changed", async () => {
  const fresh = await openImportShop();
  const owner = await fresh.person("admin");
  const { id } = await upload(fresh, "/product/admin/upload", {
    token: owner.token,
    name: "a.csv",
    content: "Handle,Title,Variant Price\nx,X,5\n",
  });
  await confirm(fresh, id, owner.token);
  const save = () =>
    fresh.ask("PUT /settings/localization", {
      token: owner.token,
      body: { ...localization, currency: currency === "PLN" ? "CHF" : "PLN" },
    });
  expect((await save()).body.code).toBe("currency_in_use");
  await fresh.ask(`POST /imports/${id}/undo`, { token: owner.token });
  await fresh.app.jobs.drain();
  expect((await save()).status).toBe(200);
});

test("A5 an export comes back as it was: tags and categories with commas and quotes, SKUs with a quote", async () => {
  const header = "Handle,Title,Variant Price,Variant SKU,Variant Barcode,Tags,Product Category,Type";
  const cells = `odd,Odd,5,"''quoted","'00042","""a, b"", c","Perfume, Cologne > ""X > Y""",Thing`;
  await run((await send(`${header}\n${cells}\n`)).id);
  const file = String((await ask("GET /product/admin/export?name=Odd")).body);
  expect((await send(file)).totals).toMatchObject({ create: 0, update: 0, skip: 1, error: 0 });
  expect((await send(file)).totals).toMatchObject({ update: 0, skip: 1 });
});

test("A5 a category file that renames a category keeps the address it names, and is the same the second time", async () => {
  const sendCategories = (content: string) =>
    upload(shop, "/categories/upload", { token, name: "categories.csv", content });
  await run((await sendCategories("path,name\nclothes,Clothes\nclothes/tshirts,T-shirts\n")).id);
  const renamed = "path,name\nclothes,Clothes\nclothes/tshirts,T-Shirts & Tops\n";
  await run((await sendCategories(renamed)).id);
  const tree = JSON.stringify((await ask("GET /categories/admin")).body.data);
  expect(tree).toContain('"path":"clothes/tshirts"');
  expect((await sendCategories(renamed)).totals).toMatchObject({ create: 0, update: 0, skip: 2 });
});

test("A5 a file with an SEO title alone keeps the description, one without a shipping column the type", async () => {
  await run(
    (
      await send(
        "Handle,Title,Variant Price,SEO Title,SEO Description,Type,Gift Card\nseo,Seo,5,Before,Described,Voucher,true\n",
      )
    ).id,
  );
  const before = await product("Seo");
  await run((await send("Handle,Title,Variant Price,SEO Title,Type\nseo,Seo,5,After,Voucher\n")).id);
  expect(await product("Seo")).toMatchObject({
    seo: { title: "After", description: "Described" },
    product_type_id: before.product_type_id,
  });
});

test("A5 a product whose address was changed by hand is updated by the file it came from, and keeps its address", async () => {
  const file = "Handle,Title,Variant SKU,Variant Price\nbefore-hand,Renamed by hand,RBH,5\n";
  await run((await send(file)).id);
  const { variations, id, version } = await product("Renamed by hand");
  const { images: _images, ...form } = await product("Renamed by hand");
  const saved = await shop.ask(`PUT /product/${id}`, {
    token,
    body: { ...form, version, slug: "after-hand", variations },
  });
  expect([saved.status, saved.body.data?.slug]).toEqual([200, "after-hand"]);
  expect((await send(file)).totals).toMatchObject({ create: 0, update: 0, skip: 1 });
  const dearer = await send(file.replace(",5\n", ",6\n"));
  expect(dearer.totals).toMatchObject({ create: 0, update: 1 });
  await run(dearer.id);
  expect(await product("Renamed by hand")).toMatchObject({ slug: "after-hand", variations: [{ price_amount: 600 }] });
  expect((await send("Handle,Variant Price\nbefore-hand,7\n")).totals).toMatchObject({ update: 1, error: 0 });
});

test("A5 WooCommerce's stock of a product together is noted and leaves its variations for sale; 49,- is a price", async () => {
  const header =
    "ID,Type,SKU,Name,Published,In stock?,Stock,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)";
  const rows = [
    '1,variable,SO,Socks,1,1,9,,,,,Size,"S, M"',
    '2,variation,SO-S,Socks - S,1,1,parent,"49,-",,,SO,Size,S',
    '3,variation,SO-M,Socks - M,1,1,parent,"49,-",,,SO,Size,M',
  ];
  const job = await send(`${header}\n${rows.join("\n")}\n`);
  expect(job).toMatchObject({
    totals: { rows: 3, create: 1, error: 0 },
    note_groups: expect.arrayContaining([{ code: "quantity_shared", count: 2, is_loss: expect.any(Boolean) }]),
  });
  expect(shown(job)).toMatchObject([{ name: "Socks", min_price_amount: 4900, stock: null, is_sold_out: false }]);
});

test("A5 a status is understood in the languages whose headings are", async () => {
  const words =
    "Aktiv Publié publicado attivo actief ativo aktywny aktivní etkin Включен 公開 Ja Oui Sì Tak Evet ИСТИНА";
  const drafts = "Entwurf brouillon bozza szkic taslak Черновик 非公開 Nein Non Não Nie Hayır ЛОЖЬ".split(" ");
  const rows = [...words.split(" "), ...drafts].map((word, at) => `S-${at},State ${at},5,${word}`);
  const job = await map(`SKU,Name,Price,Status\n${rows.join("\n")}\n`);
  expect([job.note_groups, job.summary.drafts]).toEqual([[], drafts.length]);
});

test("A5 options that the shop writes with other capitals get its own, with a note", async () => {
  const header = "Handle,Title,Option1 Name,Option1 Value,Variant Price";
  await run((await send(`${header}\nspelled,Spelled,Fabric,Raw Silk,5\n`)).id);
  const job = await send(`${header}\nrespelled,Respelled,fabric,raw silk,5\nrespelled,,,Linen,5\n`);
  const message =
    'Options are written as in the shop, or in rows above: "fabric" as "Fabric", "raw silk" as "Raw Silk".';
  expect(job.notes).toMatchObject([{ row: 2, code: "option_spelling", message }]);
  await run(job.id);
  expect((await product("Respelled")).variations).toMatchObject([{ title: "Raw Silk" }, { title: "Linen" }]);
});

test("A5 notes about a handle name the column of the file that has it", async () => {
  const job = await map("Address,Name,Price\nBig Cup!,Big cup,5\n", { handle: "Address" });
  expect(job.notes).toMatchObject([{ row: 2, column: "Address", code: "handle_renamed" }]);
});
