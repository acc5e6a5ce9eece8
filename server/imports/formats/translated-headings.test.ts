import { expect, test } from "vitest";
import { readProducts } from "#server/imports/testing.ts";

/** Type, SKU, name, published, in stock, stock, regular price, parent, and name and values of the first attribute. */
test.each([
  [
    "de",
    "Typ,Artikelnummer,Name,Veröffentlicht,Vorrätig?,Lager,Regulärer Preis,Übergeordnet,Attribut 1 Name,Attribut 1 Wert(e)",
  ],
  [
    "es",
    "Tipo,Código de referencia,Nombre,Publicado,¿Existencias?,Inventario,Precio normal," +
      "Superior,Nombre del atributo 1,Valor(es) del atributo 1",
  ],
  [
    "it",
    "Tipo,COD,Nome,Pubblicato,In stock?,Magazzino,Prezzo di listino,Genitore,Nome dell'attributo 1,Valore(i) dell'attributo 1",
  ],
  [
    "nl",
    "Type,SKU,Naam,Gepubliceerd,Op voorraad?,Voorraad,Reguliere prijs,Hoofd,Attribuut 1 naam,Attribuut 1 waarde(n)",
  ],
  [
    "pt",
    "Tipo,REF,Nome,Publicado,Em estoque?,Estoque,Preço normal,Ascendente,Nome do atributo 1,Valores do atributo 1",
  ],
  [
    "pl",
    "Typ,SKU,Nazwa,Opublikowano,Na stanie?,Stan magazynowy,Cena regularna,Nadrzędny,Nazwa atrybutu 1,Wartości atrybutu 1",
  ],
  [
    "cs",
    "Typ,Katalogové číslo,Název,Publikováno,Skladem?,Sklad,Běžná cena,Nadřazené,Název vlastnosti 1,Hodnoty vlastnosti 1",
  ],
  ["tr", "Tür,Stok kodu,İsim,Yayımlanmış,Stokta?,Stok,Normal fiyat,Ebeveyn,Nitelik 1 ismi,Nitelik 1 değer(ler)i"],
  [
    "ru",
    "Тип,Артикул,Имя,Опубликован,Наличие,Запасы,Базовая цена,Родительский,Название атрибута 1,Значения атрибутов 1",
  ],
  ["ja", "タイプ,SKU,名前,公開済み,在庫あり?,在庫,通常価格,親,属性1の名前,属性1の値"],
])("A5 WooCommerce's headings in %s keep the variations of a product together", async (_language, header) => {
  const rows = [
    'variable,T,Shirt,1,1,,,,Size,"S, M"',
    "variation,T-S,Shirt - S,1,1,5,15,T,Size,S",
    "variation,T-M,Shirt - M,1,1,6,16,T,Size,M",
  ];
  const { format, products } = await readProducts(
    `ID,${header}\n${rows.map((row, at) => `${at},${row}`).join("\n")}\n`,
  );
  expect(format).toContain("WooCommerce");
  expect(products).toMatchObject([
    {
      name: "Shirt",
      status: "active",
      optionNames: ["Size"],
      variations: [
        { sku: "T-S", options: ["S"], price_amount: 1500, on_hand: 5 },
        { sku: "T-M", options: ["M"], price_amount: 1600, on_hand: 6 },
      ],
    },
  ]);
});

/** Title, description, price, currency, quantity, tags, materials, first image, and the first variation. */
test.each([
  [
    "de",
    "TITEL,BESCHREIBUNG,PREIS,WÄHRUNGSCODE,MENGE,SCHLAGWÖRTER,MATERIALIEN,BILD1,VARIANTE 1 TYP,VARIANTE 1 NAME,VARIANTE 1 WERTE",
  ],
  [
    "fr",
    "TITRE,DESCRIPTION,PRIX,CODE_DEVISE,QUANTITÉ,BALISES,MATÉRIAUX,IMAGE1,TYPE VARIATION 1,NOM VARIATION 1,VALEURS VARIATION 1",
  ],
  [
    "es",
    "TÍTULO,DESCRIPCIÓN,PRECIO,CÓDIGO_DE_MONEDA,CANTIDAD," +
      "ETIQUETAS,MATERIALES,IMAGEN1,TIPO VARIACIÓN 1,NOMBRE VARIACIÓN 1,VALORES VARIACIÓN 1",
  ],
  [
    "nl",
    "TITEL,BESCHRIJVING,PRIJS,VALUTACODE,AANTAL,TAGS,MATERIALEN,AFBEELDING1,VARIATIE 1 TYPE,VARIATIE 1 NAAM,VARIATIE 1 WAARDEN",
  ],
  [
    "pt",
    "TÍTULO,DESCRIÇÃO,PREÇO,CÓDIGO_DA_MOEDA,QUANTIDADE,ETIQUETAS,MATERIAIS,IMAGEM1,TIPO VARIAÇÃO 1,NOME VARIAÇÃO 1,VALORES VARIAÇÃO 1",
  ],
  ["pl", "TYTUŁ,OPIS,CENA,KOD_WALUTY,ILOŚĆ,TAGI,MATERIAŁY,ZDJĘCIE1,WARIANT 1 TYP,WARIANT 1 NAZWA,WARIANT 1 WARTOŚCI"],
  [
    "cs",
    "NÁZEV,POPIS,CENA,KÓD_MĚNY,MNOŽSTVÍ,ŠTÍTKY,MATERIÁLY,OBRÁZEK1,VARIANTA 1 TYP,VARIANTA 1 NÁZEV,VARIANTA 1 HODNOTY",
  ],
  [
    "tr",
    "BAŞLIK,AÇIKLAMA,FİYAT,PARA_BİRİMİ_KODU,MİKTAR,ETİKETLER,MALZEMELER,GÖRSEL1,VARYASYON 1 TÜRÜ,VARYASYON 1 ADI,VARYASYON 1 DEĞERLERİ",
  ],
  [
    "ru",
    "НАЗВАНИЕ,ОПИСАНИЕ,ЦЕНА,КОД_ВАЛЮТЫ,КОЛИЧЕСТВО,ТЕГИ,МАТЕРИАЛЫ,ИЗОБРАЖЕНИЕ1,ВАРИАНТ 1 ТИП,ВАРИАНТ 1 НАЗВАНИЕ,ВАРИАНТ 1 ЗНАЧЕНИЯ",
  ],
  [
    "ja",
    "タイトル,説明,価格,通貨コード,数量,タグ,素材,画像1,バリエーション1 タイプ,バリエーション1 名前,バリエーション1 値",
  ],
])("A5 Etsy's headings in %s give variations, tags and images", async (_language, header) => {
  const { format, products } = await readProducts(
    `${header}\nVase,Tall,20,EUR,3,big_vase,Clay,https://e.example/1.jpg,Custom,Colour,"Red,Blue"\n`,
  );
  expect(format).toContain("Etsy");
  expect(products).toMatchObject([
    {
      name: "Vase",
      tags: ["big vase"],
      optionNames: ["Colour"],
      variations: [{ options: ["Red"], price_amount: 2000 }, { options: ["Blue"] }],
      images: [{ source_url: "https://e.example/1.jpg" }],
    },
  ]);
});
