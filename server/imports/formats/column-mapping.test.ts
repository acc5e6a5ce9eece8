import { expect, test } from "vitest";
import type { ColumnMapping } from "#contract/imports.ts";
import { suggestMapping } from "./column-mapping.ts";

/** Words for a field, in the languages of the imports' tables. */
const words: Partial<Record<keyof ColumnMapping, string>> = {
  title:
    "Titel | Titre | Produit | Artículo | Articolo | Artigo | Tytuł | Produkt | Titul | Zboží | Başlık | Заголовок | タイトル",
  price: `Price (EUR) | Preis (EUR) | Tarif | Listino | Valor | Prijs incl. btw | Cena sprzedaży | Prodejní cena
    | Розничная цена | Стоимость | 単価 | UVP | 通常価格`,
  compareAt: `Ancien prix | Precio anterior | Prezzo barrato | Prezzo precedente | Preço anterior | Oude prijs | Stará cena
    | Eski fiyat | Старая цена`,
  quantity: "Disponibilità | Počet kusů | Adet | Miktar | Кол-во | 数量",
  grams: "Gewicht | Poids | Peso | Waga | Váha | Ağırlık | Вес | 重量",
  image: `Bilder | Imagen | Imágenes | Imagen 1 | Immagini | Imagem | Imagens | Afbeelding | Afbeeldingen | Zdjęcia | Obraz
    | Obrázky | Görsel | Görseller | Изображение | 商品画像`,
  sku: "Code article | Artikelcode | Kod produktu | Katalogové číslo | Kód zboží | Ürün kodu | Код | Код товара",
  status: "Aktiv | Actif | Activo | Attivo | Ativo | Actief | Aktywny | Aktivní | Aktif | Активен | 公開",
  tags: `Étiquettes | Etichette | Parole chiave | Palavras-chave | Trefwoorden | Słowa kluczowe | Klíčová slova
    | Anahtar kelimeler | Теги`,
};

test.each(Object.entries(words).flatMap(([field, all]) => all.split(/\s*\|\s*/).map((word) => [word, field] as const)))(
  "A5 the heading %s alone is guessed to be the %s",
  (word, field) => {
    expect(suggestMapping([word])).toEqual({ [field]: word });
  },
);

test.each<[string, ColumnMapping]>([
  [
    "Nome prodotto;Prezzo di vendita;Giacenza",
    { title: "Nome prodotto", price: "Prezzo di vendita", quantity: "Giacenza" },
  ],
  ["Produto;Preço de venda;Estoque", { title: "Produto", price: "Preço de venda", quantity: "Estoque" }],
  ["Produit;Prix;Nombre", { title: "Produit", price: "Prix" }],
  ["Nombre;Precio;Atributo;Valor", { title: "Nombre", price: "Precio" }],
  ["Ürün adı;Fiyat;Tarif", { title: "Ürün adı", price: "Fiyat" }],
  ["Preis;Artikel;Zustand", { price: "Preis", title: "Artikel" }],
  ["UVP;Name;Preis", { compareAt: "UVP", title: "Name", price: "Preis" }],
  ["Listino;Articolo;Nome;Prezzo", { compareAt: "Listino", title: "Nome", price: "Prezzo" }],
  ["定価;商品名;販売価格", { compareAt: "定価", title: "商品名", price: "販売価格" }],
  ["通常価格;商品名;セール価格", { compareAt: "通常価格", title: "商品名", price: "セール価格" }],
  ["数量;商品名;在庫数", { title: "商品名", quantity: "在庫数" }],
  ["Кол-во;Товар;Остаток", { title: "Товар", quantity: "Остаток" }],
  ["Код;Артикул;Название", { sku: "Артикул", title: "Название" }],
  ["Produkt;Kod;Kod kreskowy", { title: "Produkt", sku: "Kod", barcode: "Kod kreskowy" }],
  ["Omschrijving;Naam", { body: "Omschrijving", title: "Naam" }],
  ["Article;Nom;Code article", { title: "Nom", sku: "Code article" }],
  ["Article;Description;Price", { body: "Description", price: "Price" }],
  ["Article;Prix", { title: "Article", price: "Prix" }],
])("A5 a word of two meanings takes no other field's column: %s", (header, mapping) => {
  expect(suggestMapping(header.split(";"))).toEqual(mapping);
});

test.each([
  ["Preis (netto)", "Preis (brutto)"],
  ["Preis (netto, EUR)", "Preis (brutto, EUR)"],
  ["Preis (EK)", "Preis (VK)"],
  ["Preis (alt)", "Preis (neu)"],
  ["Price (old)", "Price (new)"],
  ["Price (excl. VAT)", "Price (incl. VAT)"],
  ["Price [net] (GBP)", "Price (GBP)"],
  ["Prix (HT)", "Prix (TTC)"],
  ["Prezzo (IVA esclusa)", "Prezzo (IVA inclusa)"],
  ["Prijs (excl. btw)", "Prijs (incl. btw)"],
  ["Cena (bez DPH)", "Cena (s DPH)"],
  ["Cena netto (zł)", "Cena (zł)"],
  ["Price (cost)", "Price (€)"],
])("A5 the heading %s is no selling price, %s is or nothing", (other, sold) => {
  expect(suggestMapping([other]).price).toBeUndefined();
  expect([sold, undefined]).toContain(suggestMapping([other, sold]).price);
});

test.each(["Price (USD)", "Preis [€]", "Cena (Kč)", "Preis (EUR / Stück)", "Prix (TTC)", "Preis (brutto, EUR)"])(
  "A5 the heading %s is the selling price",
  (heading) => {
    expect(suggestMapping([heading])).toEqual({ price: heading });
  },
);
