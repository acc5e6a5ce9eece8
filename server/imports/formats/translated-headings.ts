import { slugify } from "#contract/catalogue/slug.ts";

const plain = (text: string) => slugify(text).replace(/[-_]/g, "");
/** With its question mark: "¿Existencias?" isn't "Existencias". */
const question = (text: string) => plain(text) + (/[?？]/.test(text) ? "?" : "");

/** WooCommerce writes its headings in the language of the site: English ones with those of the languages that are read. */
const wooCommerce: Record<string, string> = {
  Type: "Typ | Tipo | Tipo de producto | Tür | Тип | タイプ | 種類",
  SKU: `Artikelnummer | UGS | Código de referencia | Referencia | COD | Codice | Artikelnummer (SKU) | REF | SKU
    | Katalogové číslo | Stok kodu | Stok kodu (SKU) | Артикул | 商品コード`,
  Name: `Nom | Nombre | Nome | Naam | Nazwa | Název | Jméno | Ad | İsim | Имя | Название | Наименование | 名前
    | 名称 | 商品名`,
  Published: `Veröffentlicht | Publié | Publicado | Pubblicato | Gepubliceerd | Opublikowano | Opublikowany
    | Publikováno | Yayımlandı | Yayımlanmış | Yayınlandı | Опубликован | Опубликовано | 公開済み | 公開`,
  "Is featured?": `Ist hervorgehoben? | Mis en avant ? | ¿Está destacado? | In primo piano? | Is uitgelicht?
    | Em destaque? | Polecany? | Je doporučený? | Doporučeno? | Öne çıkan mı? | Öne çıkarılmış? | Рекомендуемый?
    | おすすめ商品?`,
  "Visibility in catalog": `Sichtbarkeit im Katalog | Visibilité dans le catalogue | Visibilidad en el catálogo
    | Visibilità nel catalogo | Zichtbaarheid in catalogus | Visibilidade no catálogo | Widoczność w katalogu
    | Viditelnost v katalogu | Katalogda görünürlük | Katalogdaki görünürlük | Видимость в каталоге | カタログでの表示
    | カタログの表示`,
  "Short description": `Kurzbeschreibung | Description courte | Descripción corta | Breve descrizione
    | Descrizione breve | Korte beschrijving | Descrição curta | Krótki opis | Krátký popis | Kısa açıklama
    | Краткое описание | Короткое описание | 簡単な説明 | 短い説明`,
  Description: `Beschreibung | Descripción | Descrizione | Beschrijving | Descrição | Opis | Popis | Açıklama
    | Описание | 説明`,
  "Date sale price starts": `Datum, an dem Angebotspreis beginnt | Startdatum des Angebotspreises
    | Date de début de promo | Día en que empieza el precio rebajado | Data di inizio del prezzo in offerta
    | Datum začátku slevy | Datum začátku akční ceny | İndirimli fiyatın başladığı tarih
    | İndirimli fiyat başlangıç tarihi | Дата начала действия скидки | Дата начала действия акционной цены
    | セール価格開始日 | セール価格の開始日`,
  "Date sale price ends": `Datum, an dem Angebotspreis endet | Enddatum des Angebotspreises
    | Date de fin de promo | Día en que termina el precio rebajado | Data di fine del prezzo in offerta
    | Datum konce slevy | Datum konce akční ceny | İndirimli fiyatın bittiği tarih
    | İndirimli fiyat bitiş tarihi | Дата окончания действия скидки | Дата окончания действия акционной цены
    | セール価格終了日 | セール価格の終了日`,
  "In stock?": `Auf Lager? | Vorrätig? | En stock ? | ¿Existencias? | ¿En inventario? | In stock? | Op voorraad?
    | Em stock? | Em estoque? | Na stanie? | Skladem? | Stokta? | Stokta mı? | Stokta var mı? | В наличии?
    | Есть в наличии? | Наличие | 在庫あり?`,
  Stock: `Lager | Bestand | Lagerbestand | Inventario | Existencias | Magazzino | Voorraad | Estoque
    | Stan magazynowy | Sklad | Zásoby | Množství na skladě | Stok | Запасы | Запас | Остатки | 在庫`,
  "Backorders allowed?": `Lieferrückstände erlaubt? | Autoriser les commandes de produits en rupture ?
    | ¿Permitir reservas de productos agotados? | Abilitare gli ordini arretrati? | Nabestellingen toestaan?
    | Povolit objednávky předem? | Yok satmaya izin veriliyor mu? | Разрешены ли предварительные заказы?
    | Возможен ли предзаказ? | お取り寄せ可? | 取り寄せ可?`,
  "Sale price": `Angebotspreis | Tarif promo | Precio rebajado | Prezzo in offerta | Aanbiedingsprijs
    | Actieprijs | Preço promocional | Cena promocyjna | Akční cena | Zlevněná cena | Cena po slevě
    | İndirimli fiyat | İndirimli satış fiyatı | Акционная цена | Цена со скидкой | Цена распродажи | セール価格`,
  "Regular price": `Regulärer Preis | Normaler Preis | Tarif régulier | Precio normal | Prezzo di listino
    | Reguliere prijs | Preço normal | Cena regularna | Běžná cena | Normální cena | Normal fiyat | Базовая цена
    | Обычная цена | Регулярная цена | 通常価格`,
  Categories: `Kategorien | Catégories | Categorías | Categorie | Categorieën | Categorias | Kategorie
    | Kategoriler | Категории | カテゴリー | カテゴリ`,
  Tags: `Schlagwörter | Schlagworte | Étiquettes | Etiquetas | Tag | Etichette | Tagi | Znaczniki | Štítky
    | Etiketler | Метки | Теги | タグ`,
  Images: `Bilder | Imágenes | Immagini | Afbeeldingen | Imagens | Obrazki | Zdjęcia | Obrázky | Görseller
    | Resimler | Изображения | 画像`,
  Parent: `Übergeordnet | Übergeordnetes Produkt | Superior | Principal | Genitore | Hoofd | Bovenliggend
    | Ascendente | Nadrzędny | Produkt nadrzędny | Nadřazené | Nadřazený produkt | Rodič | Ebeveyn | Üst
    | Üst ürün | Родительский | Родитель | Родительский товар | 親 | 親商品`,
  Brands: "Marken | Marques | Marcas | Marchi | Merken | Marki | Značky | Markalar | Бренды | ブランド",
};
const etsy: Record<string, string> = {
  TITLE: "TITEL | TITRE | TÍTULO | TITOLO | TYTUŁ | NÁZEV | BAŞLIK | НАЗВАНИЕ | ЗАГОЛОВОК | タイトル",
  DESCRIPTION: `BESCHREIBUNG | DESCRIPCIÓN | DESCRIZIONE | BESCHRIJVING | DESCRIÇÃO | OPIS | POPIS | AÇIKLAMA
    | ОПИСАНИЕ | 説明 | 商品説明`,
  PRICE: "PREIS | PRIX | PRECIO | PREZZO | PRIJS | PREÇO | CENA | FİYAT | ЦЕНА | 価格",
  CURRENCY_CODE: `WÄHRUNGSCODE | CODE_DEVISE | CODE DEVISE | CÓDIGO_DE_MONEDA | CODICE_VALUTA | CODICE VALUTA
    | VALUTA | VALUTACODE | CÓDIGO_DA_MOEDA | KOD_WALUTY | KÓD_MĚNY | PARA_BİRİMİ_KODU | КОД_ВАЛЮТЫ | 通貨コード`,
  QUANTITY: `MENGE | ANZAHL | QUANTITÉ | CANTIDAD | QUANTITÀ | AANTAL | HOEVEELHEID | QUANTIDADE | ILOŚĆ
    | MNOŽSTVÍ | MİKTAR | КОЛИЧЕСТВО | 数量`,
  TAGS: "SCHLAGWÖRTER | BALISES | MOTS-CLÉS | ETIQUETAS | TAG | TAGI | ŠTÍTKY | ETİKETLER | ТЕГИ | МЕТКИ | タグ",
  MATERIALS: `MATERIALIEN | MATÉRIAUX | MATERIALES | MATERIALI | MATERIALEN | MATERIAIS | MATERIAŁY | MATERIÁLY
    | MALZEMELER | МАТЕРИАЛЫ | 素材 | 材料`,
  SKU: "ARTIKELNUMMER | SKU",
};

const words = (list: string) => list.split(/\s+/).join("|");
const attributeHeading = new RegExp(
  `(?:${words("attribut atribut attribuut atrybut kenmerk eigenschap vlastnost nitelik özellik атрибут 属性")})\\D*(\\d+)`,
  "i",
);
const images = "image bild imagen immagine afbeelding imagem zdjęcie obraz obrázek görsel resim изображение 画像";
const imageHeading = new RegExp(`^(?:${words(images)})[ _]?(\\d{1,2})$`, "i");
const variations = `variation variante variación variazione variatie variação wariant varianta varyasyon вариация вариант
  バリエーション`;
const variationHeading = new RegExp(`^(?:.{0,12} )?(?:${words(variations)})\\D*(\\d)`, "i");

function indexOf(headings: Record<string, string>) {
  const names = Object.entries(headings).flatMap(([name, others]) =>
    [name, ...others.split("|")].map((one) => [one, name] as const),
  );
  return new Map([
    ...names.map(([one, name]) => [plain(one), name] as const),
    ...names.map(([one, name]) => [question(one), name] as const),
  ]);
}
const wooNames = indexOf(wooCommerce);
const etsyNames = indexOf(etsy);

const translated = (header: string[], names: ReadonlyMap<string, string>, other: (heading: string) => string) => {
  const taken = new Set<string>();
  return header.map((heading) => {
    const name = names.get(question(heading)) ?? names.get(plain(heading)) ?? other(heading);
    if (taken.has(name)) return heading;
    taken.add(name);
    return name;
  });
};

/** The headings of WooCommerce's export in English. An attribute has its name first, then its values. */
export function translateWooCommerce(header: string[]): string[] {
  const seen = new Map<string, number>();
  return translated(header, wooNames, (heading) => {
    const [, number] = attributeHeading.exec(heading.slice(0, 100)) ?? [];
    if (number === undefined) {
      const [, unit] = /^[^()]{1,20} \((kg|g|lbs|oz)\)$/i.exec(heading) ?? [];
      return unit ? `Weight (${unit})` : heading;
    }
    const count = (seen.get(number) ?? 0) + 1;
    seen.set(number, count);
    return count === 1 ? `Attribute ${number} name` : count === 2 ? `Attribute ${number} value(s)` : heading;
  });
}

/** The headings of Etsy's listings in English. */
export function translateEtsy(header: string[]): string[] {
  const seen = new Map<string, number>();
  return translated(header, etsyNames, (heading) => {
    const [, image] = imageHeading.exec(heading) ?? [];
    if (image) return `IMAGE${image}`;
    const [, variation] = variationHeading.exec(heading.slice(0, 60)) ?? [];
    if (!variation) return heading;
    const count = (seen.get(variation) ?? 0) + 1;
    seen.set(variation, count);
    return `VARIATION ${variation} ${["TYPE", "NAME", "VALUES"][count - 1] ?? count}`;
  });
}
