const optionNames = (n: 1 | 2 | 3) =>
  `Option${n} Name | Option ${n} Name | Option${n} name | Optionsname ${n} | Name der Option ${n}
    | Nom de l'option ${n} | Nom de l'option${n} | Nombre de la opción ${n} | Nombre de opción${n}
    | Nome opzione ${n} | Naam optie ${n} | Nome da opção ${n}`;
const optionValues = (n: 1 | 2 | 3) =>
  `Option${n} Value | Option ${n} Value | Option${n} value | Optionswert ${n} | Wert der Option ${n}
    | Valeur de l'option ${n} | Valeur de l'option${n} | Valor de la opción ${n} | Valor de opción${n}
    | Valore opzione ${n} | Waarde optie ${n} | Valor da opção ${n}`;

const headings = {
  handle: `Handle | URL handle | URL-Handle | Identifiant d'URL | Identificador de URL | Handle dell'URL | Handle URL
    | Handle do URL | Identificador da URL`,
  title: "Title | Titel | Titre | Título | Titolo",
  body: "Body (HTML) | Description | Beschreibung | Descripción | Descrizione | Beschrijving | Descrição",
  vendor: "Vendor | Anbieter | Fournisseur | Distributeur | Proveedor | Fornitore | Leverancier | Fornecedor",
  category: `Product Category | Produktkategorie | Catégorie de produit | Categoría de producto
    | Categoría del producto | Categoria di prodotto | Productcategorie | Categoria do produto`,
  type: "Type | Typ | Produkttyp | Tipo",
  tags: "Tags | Balises | Etiquetas | Tag",
  published: `Published | Published on online store | Veröffentlicht | Veröffentlicht im Onlineshop
    | Im Onlineshop veröffentlicht | Publié | Publié sur la boutique en ligne | Publicado
    | Publicado en la tienda online | Pubblicato | Pubblicato sul negozio online | Gepubliceerd
    | Gepubliceerd op onlinewinkel | Publicado na loja virtual`,
  variantPublished: "Variant Published",
  status: "Status | Statut | Estado | Stato",
  option1Name: optionNames(1),
  option1: optionValues(1),
  option2Name: optionNames(2),
  option2: optionValues(2),
  option3Name: optionNames(3),
  option3: optionValues(3),
  option4Name: "Option4 Name",
  option4: "Option4 Value",
  sku: "Variant SKU | SKU | Artikelnummer (SKU)",
  grams: `Variant Grams | Weight value (grams) | Gewichtswert (Gramm) | Valeur du poids (grammes)
    | Valor del peso (gramos) | Valore peso (grammi) | Gewichtswaarde (gram) | Valor do peso (gramas)`,
  measure: "Unit Price Total Measure | Unit price total measure",
  measureUnit: "Unit Price Total Measure Unit | Unit price total measure unit",
  measureBase: "Unit Price Base Measure | Unit price base measure",
  measureBaseUnit: "Unit Price Base Measure Unit | Unit price base measure unit",
  manufacturerName: "Manufacturer Name | Manufacturer | Hersteller | Fabricant",
  manufacturerAddress: "Manufacturer Address | Herstelleradresse | Adresse du fabricant",
  manufacturerContact: "Manufacturer Contact | Manufacturer Email",
  manufacturerCountry: "Manufacturer Country",
  responsibleName: "Responsible Person Name | Responsible Person",
  responsibleAddress: "Responsible Person Address",
  responsibleContact: "Responsible Person Contact | Responsible Person Email",
  responsibleCountry: "Responsible Person Country",
  origin: "Country of Origin | COO | Ursprungsland | Herkunftsland | Pays d'origine",
  energyClass: "Energy Efficiency Class | energy_efficiency_class | Energieeffizienzklasse",
  energyBest: "Max Energy Efficiency Class | max_energy_efficiency_class",
  energyWorst: "Min Energy Efficiency Class | min_energy_efficiency_class",
  energyLabel: "Energy Label URL",
  energySheet: "Product Information Sheet URL",
  eprelNumber: "EPREL Number",
  warnings: "Safety Information | Warnings | Safety Warnings",
  tracker: `Variant Inventory Tracker | Inventory tracker | Inventartracker | Bestandsverfolgung | Suivi des stocks
    | Rastreador de inventario | Tracker delle scorte | Voorraadtracker | Rastreador de estoque`,
  quantity: `Variant Inventory Qty | Inventory quantity | Inventarmenge | Bestandsmenge | Quantité en stock
    | Cantidad de inventario | Quantità scorte | Voorraadaantal | Quantidade em estoque | On hand (new)
    | On hand (current) | On hand
    | Available | Quantity | Qty | Stock | Bestand | Menge | Lagerbestand | Quantité | Cantidad | Quantità | Voorraad
    | Quantidade`,
  lowStock: "Variant Low Stock Level | Low-stock level | Low stock level | Low stock amount",
  policy: `Variant Inventory Policy | Continue selling when out of stock | Weiterverkaufen, wenn nicht vorrätig
    | Verkauf fortsetzen, wenn nicht vorrätig | Continuer à vendre en cas de rupture de stock
    | Continuar la venta cuando esté agotado | Continua a vendere quando esaurito
    | Doorgaan met verkopen wanneer niet op voorraad | Continuar vendendo quando fora de estoque`,
  price: "Variant Price | Price | Preis | Prix | Precio | Prezzo | Prijs | Preço",
  compareAt: `Variant Compare At Price | Compare-at price | Compare at price | Vergleichspreis | Prix avant réduction
    | Prix de comparaison | Precio de comparación | Prezzo di confronto | Vergelijkingsprijs | Preço de comparação`,
  cost: `Cost per item | Kosten pro Artikel | Coût par article | Costo por artículo | Coste por artículo
    | Costo per articolo | Kosten per artikel | Custo por item`,
  ships: `Variant Requires Shipping | Requires shipping | Versand erforderlich | Expédition requise | Requiere envío
    | Richiede spedizione | Verzending vereist | Requer frete`,
  barcode: "Variant Barcode | Barcode | Code-barres | Código de barras | Codice a barre | Streepjescode",
  image: `Image Src | Product image URL | Produktbild-URL | URL de l'image du produit | URL de la imagen del producto
    | URL immagine prodotto | URL productafbeelding | URL da imagem do produto`,
  imagePosition: `Image Position | Bildposition | Position de l'image | Posición de la imagen | Posizione immagine
    | Afbeeldingspositie | Posição da imagem`,
  imageAlt: `Image Alt Text | Bild-Alt-Text | Alt-Text des Bildes | Texte alternatif de l'image
    | Texto alternativo de la imagen | Testo alternativo immagine | Alt-tekst afbeelding
    | Texto alternativo da imagem`,
  giftCard: `Gift Card | Gutschein | Geschenkgutschein | Carte-cadeau | Tarjeta de regalo | Buono regalo | Cadeaubon
    | Cartão-presente`,
  seoTitle: "SEO Title | SEO-Titel | Titre SEO | Título SEO | Titolo SEO | Título de SEO",
  seoDescription: `SEO Description | SEO-Beschreibung | Description SEO | Descripción SEO | Descrizione SEO
    | SEO-beschrijving | Descrição de SEO`,
  variantImage: `Variant Image | Variant image URL | Variantenbild-URL | URL des Variantenbilds
    | URL de l'image de la variante | URL de la imagen de la variante | URL immagine variante | URL variantafbeelding
    | URL da imagem da variante`,
};

/**
 * The columns of a product CSV with their headings: Shopify's export, its newer template, and the template's
 * translations (German, French, Spanish, Italian, Dutch, Portuguese).
 */
export const productHeadings = Object.fromEntries(
  Object.entries(headings).map(([column, texts]) => [column, texts.split(/\s*\|\s*/)]),
) as Record<keyof typeof headings, [string, ...string[]]>;
