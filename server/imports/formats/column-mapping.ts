import { createHash } from "node:crypto";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { slugify } from "#contract/catalogue/slug.ts";
import { type ColumnMapping, mappableFields } from "#contract/imports.ts";
import type { Table } from "#server/imports/files/csv.ts";
import type { Row } from "#server/imports/files/row.ts";
import {
  convertedColumns,
  findProductColumns,
  toProductRow,
} from "#server/imports/products/reading/product-columns.ts";
import {
  handleOfUrl,
  type NamedCells,
  numberedCategories,
  type ProductTable,
  quoteItem,
  splitList,
  splitUrls,
  textToHtml,
  trackers,
} from "./product-format.ts";

/** Recommended and full prices: the price if a table has no other, else what it is compared with. */
const fullPrices = "uvp rrp listino prezzodilistino adviesprijs 通常価格 定価";

/** Headings that other systems use for a field, in plain letters; Shopify's are recognized as well. */
const synonyms: Partial<Record<keyof ColumnMapping, string>> = {
  handle: "slug url urlkey permalink productid productcode parentsku groupid itemgroupid adres",
  title: `name productname producttitle product item itemname produktname artikel artikelname artikeltext1 bezeichnung
    artikelbezeichnung nom nomduproduit designation libelle produit article nombre nombredelproducto producto articulo
    nome nomeprodotto prodotto articolo nomedoproduto produto artigo naam productnaam omschrijving nazwa nazwaproduktu
    tytul nazev nazevproduktu jmeno titul zbozi produkt urunadi urun ad adi baslik название наименование товар заголовок
    商品名 品名 名前 商品名称 タイトル`,
  body: `desc longdescription productdescription descriptionhtml details text artikelbeschreibung langtext
    descripcion descrizione omschrijvinglang omschrijving opis popis aciklama описание 商品説明 説明`,
  vendor: `brand manufacturer maker marke hersteller marque fabricant marca fabricante produttore merk fabrikant
    supplier producent vyrobce znacka marka uretici бренд производитель ブランド メーカー`,
  type: "producttype productgroup warengruppe typedeproduit tipodeproducto rodzaj druh tur тип",
  category: `categories productcategory kategorie kategorien categorie categorieen categoria categorias department
    categorytext categoryid rubrique kategoria kategorii kategoria1 kategori категория категории カテゴリ カテゴリー
    collection cat path`,
  tags: `keywords labels schlagworte schlagworter motscles etiquettes palabrasclave etichette parolechiave palavraschave
    trefwoorden tagi slowakluczowe stitky klicovaslova etiketler anahtarkelimeler метки теги タグ`,
  status: `state aktywny aktivni stav durum active aktiv actif activo attivo ativo actief aktif enabled visible
    статус активен ステータス 公開`,
  option1: "size grosse taille talla taglia maat tamanho rozmiar velikost beden размер サイズ",
  option2: "colour color farbe couleur colore kleur cor kolor barva renk цвет カラー 色",
  option3: "material materiau materiale materiaal",
  sku: `itemsku artikelnummer artikelnr artnr articleno articlenumber itemno itemnumber itemid codearticle reference ref
    code partnumber mpn vendorcode bestellnummer ugs codigo codice referencia riferimento artikelcode kodproduktu
    katalogovecislo kodzbozi kod indeks stokkodu urunkodu артикул кодтовара код 商品コード 品番 商品番号 model id`,
  barcode:
    "ean ean13 gtin upc isbn barcodeean codebarres codigodebarras kodkreskowy carovykod barkod штрихкод janコード jan",
  price: `price preis prix precio prezzo prijs preco
    unitprice retailprice sellingprice salesprice regularprice pricevat pricewithvat pricetaxincluded
    verkaufspreis vk vkpreis vkbrutto bruttopreis preisbrutto preiseur priceeur priceusd pricegbp
    pricegross priceinclvat preisinklmwst preisneu pricenew prezzoivainclusa precioivaincluido
    pvp prixttc prixdevente preciodeventa prezzodivendita verkoopprijs prijsinclbtw
    precodevenda cena cenabrutto cenasprzedazy cenasdph cenasdani prodejnicena fiyat satisfiyati цена розничнаяцена
    価格 販売価格 税込価格 セール価格 tarif valor стоимость 単価 ${fullPrices}`,
  compareAt: `oldprice listprice msrp wasprice compareatprice streichpreis alterpreis prixbarre prixpublic ancienprix
    precioanterior prezzobarrato prezzoprecedente precoanterior oudeprijs staracena puvodnicena eskifiyat стараяцена
    ${fullPrices}`,
  cost: `costprice purchaseprice einkaufspreis ek ekpreis wholesaleprice prixdachat preciodecompra prezzodiacquisto
    inkoopprijs cenazakupu nakupnicena 仕入価格`,
  quantity: `quantity qty stock inventory instock onhand stockquantity stockqty lager bestand lagerbestand menge
    anzahl units quantite quantiteenstock existencias giacenza aantal estoque ilosc stan stanmagazynowy skladem mnozstvi
    pocetkusu stok количество остаток 在庫数 在庫 disponibilita adet miktar колво 数量`,
  grams:
    "weight weightg weightgrams gewicht gewichtg gewichtkg weightkg poids peso waga hmotnost vaha agirlik вес 重量",
  image: `image images imageurl imageurls imagelink picture pictureurl photo mainimage image1 immagine1 immagine immagini
    bild bildurl bilder bild1 foto imagen imagenes imagen1 imagem imagens imagem1 afbeelding afbeeldingen afbeelding1
    imgurl imagename photos productimageurl zdjecie zdjecia zdjecie1 obrazek obrazky obrazek1 obraz gorsel gorseller
    gorsel1 resim картинка изображение изображения изображение1 фото 画像 商品画像 画像url 画像1 imgs`,
  seoTitle: "metatitle pagetitle",
  seoDescription: "metadescription",
};

/** Identifies a set of headings, whatever their order and capitals. */
export const headingsKey = (header: readonly string[]) =>
  createHash("sha256")
    .update([...new Set(header.map((heading) => heading.toLowerCase()))].sort().join("\n"))
    .digest("hex");

/** Suggests a column for each field, each column once. */
export function suggestMapping(header: string[]): ColumnMapping {
  const known = findProductColumns(header);
  const used = new Set<string>();
  const mapping: ColumnMapping = {};
  const use = (field: keyof ColumnMapping, heading: string | undefined) => {
    if (heading === undefined || heading === "" || used.has(heading) || mapping[field]) return;
    mapping[field] = heading;
    used.add(heading);
  };
  for (const field of mappableFields) use(field, header[known.get(field) ?? -1]);
  const plain = header.map(plainLetters);
  const plainAmounts = header.map(plainAmountLetters);
  for (const field of mappableFields) {
    const headings = amountFields.has(field) ? plainAmounts : plain;
    // In English a code beside a description, in French a name.
    for (const name of synonyms[field]?.split(/\s+/) ?? [])
      if (name !== "article" || !mapping.body) use(field, header[headings.indexOf(name)]);
  }
  return mapping;
}

const amountFields = new Set<string>(["price", "compareAt", "cost"]);
const currencies = new Set([
  ...Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()),
  ..."zł kč лв руб ft kr lei tl fr 円 元".split(" "),
]);
const pieces = new Set("stk stück pc pcs piece each unit szt ks шт adet".split(" "));

/** The heading of an amount in plain letters: words in brackets say which it is, "(net)", unless they are of a currency. */
const plainAmountLetters = (text: string) =>
  plainLetters(
    text.replace(/[([]([^)\]]{0,40})[)\]]/g, (_, inside: string) => {
      const words = inside.split(/[^\p{L}\p{N}]+/u).filter((word) => !currencies.has(word.toLowerCase()));
      return ` ${words.filter((word) => !pieces.has(word.toLowerCase())).join(" ")} `;
    }),
  );

/** A heading in plain letters, without a unit or other notes in brackets: "Weight (g)". */
const plainLetters = (text: string) => slugify(text.replace(/[([][^)\]]{0,40}[)\]]/g, " ")).replace(/[-_]/g, "");

/** What is wrong with a mapping for a table with these headings; undefined if it can be used. */
export function mappingProblem(mapping: ColumnMapping, header: string[]): string | undefined {
  const absent = Object.values(mapping).find((heading) => !header.includes(heading));
  if (absent) return `The file is missing the column "${absent}".`;
  if ((mapping.title && mapping.price) || isUpdateMapping(mapping)) return undefined;
  return "Select the columns for title and price. To update only prices and stock, select the handle or the SKU.";
}

/** Whether a mapping updates prices and stock of products that the shop has. */
export const isUpdateMapping = (mapping: ColumnMapping) =>
  !(mapping.title && mapping.price) &&
  (mapping.handle ?? mapping.sku) !== undefined &&
  (["price", "compareAt", "cost", "quantity"] as const).some((field) => mapping[field] !== undefined);

const slots = ["option1", "option2", "option3"] as const;

/**
 * A table read by a column mapping. Rows without handle belong to the product of their title if they have options; else
 * each is a product of its own, as rows with the same title may have different SKUs.
 */
export function openMappedTable(table: Table, cells: NamedCells, mapping: ColumnMapping): ProductTable {
  const { option1, option2, option3, ...plain } = mapping;
  const options = [option1, option2, option3].filter((heading) => heading !== undefined);
  const headings = {
    ...plain,
    tracker: plain.quantity,
    ...Object.fromEntries(
      options.flatMap((heading, at) => [
        [slots[at], heading],
        [`${slots[at]}Name`, heading],
      ]),
    ),
  };
  const more = moreImages(table.header, plain.image);
  const currency = table.header.find((heading) => currencyHeadings.has(plainLetters(heading)));
  const isNewQuantity = plain.quantity?.toLowerCase() === "on hand (new)";
  const currentQuantity = isNewQuantity ? cells.heading("On hand (current)") : undefined;
  const alsoKnown = [...more, ...[currency, currentQuantity].filter((heading) => heading !== undefined)];
  return {
    columns: convertedColumns(table.header, headings, alsoKnown),
    rows: () => convert(table, cells, { plain, options, more, currency, currentQuantity }),
  };
}

const otherImages =
  /^(additional|alternative|other|extra).{0,3}(image|picture|img)|^(image|picture|img).{0,12}alternative/i;

/** "Image 2" and further columns beside that of the first image ("Image 1", "IMMAGINE1"), and those of additional ones. */
function moreImages(header: string[], image: string | undefined): string[] {
  if (image === undefined) return [];
  const stem = image.toLowerCase().replace(/[\s_-]*1?$/, "");
  return header.filter((heading) => {
    const lower = heading.toLowerCase();
    const isNext = lower.startsWith(stem) && /^[\s_-]*\d{1,2}$/.test(lower.slice(stem.length));
    return heading !== image && (isNext || otherImages.test(heading.slice(0, 60)));
  });
}

const currencyHeadings = new Set(
  "currency currencycode currencyid wahrung devise moneda valuta moeda waluta mena parabirimi валюта 通貨".split(" "),
);

interface MappedColumns {
  plain: Omit<ColumnMapping, (typeof slots)[number]>;
  options: string[];
  /** Of further images. */
  more: string[];
  /** Of the currency of the prices. */
  currency: string | undefined;
  /** Of Shopify's inventory export, which leaves the new quantity empty where it is to stay. */
  currentQuantity: string | undefined;
}

/** A column of option values names the option by its heading. */
async function* convert(
  table: Table,
  cells: NamedCells,
  { plain, options, more, currency, currentQuantity }: MappedColumns,
): AsyncGenerator<Row> {
  const handleOf = handlesByTitle();
  for await (const row of table.rows()) {
    const values: Partial<Record<keyof ColumnMapping, string>> = Object.fromEntries(
      Object.entries(plain).map(([field, heading]) => [field, cells.get(row, heading)]),
    );
    const labels = options.map((heading) => cells.get(row, heading));
    const hasOptions = labels.some((label) => label !== "");
    const optionCells = options.flatMap((heading, at) => [
      [`${slots[at]}Name`, hasOptions ? heading : ""],
      [slots[at], labels[at]],
    ]);
    const images = [values.image ?? "", ...more.map((heading) => cells.get(row, heading))].flatMap(splitUrls);
    const hasCode = Boolean(values.sku || values.barcode);
    const named = handleIn(values);
    const handle = named || (hasOptions || !hasCode ? handleOf(values.title ?? "") : "");
    const price = withCurrency(values.price, currency && cells.get(row, currency));
    const category = values.category && splitCategories(values.category, plain.category);
    const isNumbers = category !== undefined && category !== "" && /^[\d\n]+$/.test(category);
    const converted = {
      ...values,
      ...stockValues(values.quantity || (currentQuantity ? cells.get(row, currentQuantity) : "")),
      ...Object.fromEntries(optionCells),
      handle,
      image: images.slice(0, productLimits.images + 1).join("\n"),
      ...(values.body === undefined ? {} : { body: textToHtml(values.body) }),
      ...(price === undefined ? {} : { price }),
      ...(category === undefined ? {} : { category: isNumbers ? "" : category }),
      ...(values.tags === undefined ? {} : { tags: splitTags(values.tags) }),
    };
    const notes = isNumbers ? [numberedCategories(values.category, plain.category)] : [];
    yield toProductRow(row, converted, notes, { isHandleGuessed: named === "" });
  }
}

/** Some systems only say whether there is stock, as YML's "available": none is a quantity, some is not. */
function stockValues(quantity: string) {
  if (/^(false|no|out[ _-]?of[ _-]?stock)$/i.test(quantity)) return { tracker: "file", quantity: "0" };
  if (/^(true|yes|in[ _-]?stock)$/i.test(quantity)) return { tracker: trackers.inStock, quantity: "" };
  return { tracker: trackers.unknown, quantity };
}

/** A handle, of a URL its last part. */
const handleIn = ({ handle = "", title = "" }: Partial<Record<keyof ColumnMapping, string>>) =>
  /^(https?:\/)?\//i.test(handle) ? handleOfUrl(handle, title) : handle;

/** A price with the currency of its row, where that is a code: the rouble had another one. */
const withCurrency = (price: string | undefined, currency: string | undefined) =>
  price && currency && /^[A-Z]{3}$/i.test(currency) && !/\p{L}|\p{Sc}/u.test(price)
    ? `${price} ${currency.toUpperCase() === "RUR" ? "RUB" : currency}`
    : price;

/** Handles from titles; titles that differ only in signs get different ones. */
function handlesByTitle(): (title: string) => string {
  const titles = new Map<string, string>();
  return (given) => {
    const title = given.slice(0, 1000).toLowerCase();
    const slug = slugify(title);
    const first = titles.get(slug) ?? title;
    titles.set(slug, first);
    return first === title ? slug : `${slug}-${createHash("sha256").update(title).digest("hex").slice(0, 6)}`;
  };
}

/** How the feeds of Heureka and Ceneo write paths. */
const pathSeparators = new Map(Object.entries({ categorytext: " | ", cat: "/" }));

/** Categories in a cell are separated by line breaks, semicolons or bars, or by commas: a path may have ">". */
function splitCategories(text: string, heading = ""): string {
  const levels = pathSeparators.get(heading.toLowerCase());
  if (levels && text.includes(levels)) return splitList(text, levels).join(" > ");
  const separator = /[;|\n]/.test(text) ? /[;|\n]/ : ",";
  return splitList(text, separator).join("\n");
}

const splitTags = (text: string) =>
  text.includes(",")
    ? text
    : splitList(text, /[;|\n]/)
        .map((tag) => quoteItem(tag))
        .join(",");
