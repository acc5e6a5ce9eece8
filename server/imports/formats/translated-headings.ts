import { slugify } from "#contract/catalogue/slug.ts";

const plain = (text: string) => slugify(text).replace(/[-_]/g, "");

/** WooCommerce writes its headings in the language of the site: English ones with those of de, fr, es, it, nl, pt, pl. */
const wooCommerce: Record<string, string> = {
  Type: "Typ | Tipo | Tipo de producto",
  SKU: "Artikelnummer | UGS | Código de referencia | Referencia | COD | Codice | Artikelnummer (SKU) | REF | SKU",
  Name: "Nom | Nombre | Nome | Naam | Nazwa",
  Published: "Veröffentlicht | Publié | Publicado | Pubblicato | Gepubliceerd | Opublikowano | Opublikowany",
  "Is featured?": `Ist hervorgehoben? | Mis en avant ? | ¿Está destacado? | In primo piano? | Is uitgelicht? | Em destaque?
    | Polecany?`,
  "Visibility in catalog": `Sichtbarkeit im Katalog | Visibilité dans le catalogue | Visibilidad en el catálogo
    | Visibilità nel catalogo | Zichtbaarheid in catalogus | Visibilidade no catálogo | Widoczność w katalogu`,
  "Short description": `Kurzbeschreibung | Description courte | Descripción corta | Breve descrizione | Descrizione breve
    | Korte beschrijving | Descrição curta | Krótki opis`,
  Description: "Beschreibung | Descripción | Descrizione | Beschrijving | Descrição | Opis",
  "Date sale price starts": `Datum, an dem Angebotspreis beginnt | Startdatum des Angebotspreises
    | Date de début de promo | Día en que empieza el precio rebajado | Data di inizio del prezzo in offerta`,
  "Date sale price ends": `Datum, an dem Angebotspreis endet | Enddatum des Angebotspreises | Date de fin de promo
    | Día en que termina el precio rebajado | Data di fine del prezzo in offerta`,
  "In stock?": `Auf Lager? | Vorrätig? | En stock ? | ¿Existencias? | ¿En inventario? | In stock? | Op voorraad?
    | Em stock? | Em estoque? | Na stanie?`,
  Stock: "Lager | Bestand | Lagerbestand | Inventario | Existencias | Magazzino | Voorraad | Estoque | Stan magazynowy",
  "Backorders allowed?": `Lieferrückstände erlaubt? | Autoriser les commandes de produits en rupture ?
    | ¿Permitir reservas de productos agotados? | Abilitare gli ordini arretrati? | Nabestellingen toestaan?`,
  "Sale price": `Angebotspreis | Tarif promo | Precio rebajado | Prezzo in offerta | Aanbiedingsprijs | Actieprijs
    | Preço promocional | Cena promocyjna`,
  "Regular price": `Regulärer Preis | Normaler Preis | Tarif régulier | Precio normal | Prezzo di listino
    | Reguliere prijs | Preço normal | Cena regularna`,
  Categories: "Kategorien | Catégories | Categorías | Categorie | Categorieën | Categorias | Kategorie",
  Tags: "Schlagwörter | Schlagworte | Étiquettes | Etiquetas | Tag | Etichette | Tagi | Znaczniki",
  Images: "Bilder | Imágenes | Immagini | Afbeeldingen | Imagens | Obrazki | Zdjęcia",
  Parent: `Übergeordnet | Übergeordnetes Produkt | Superior | Principal | Genitore | Hoofd | Bovenliggend | Ascendente
    | Nadrzędny | Produkt nadrzędny`,
  Brands: "Marken | Marques | Marcas | Marchi | Merken | Marki",
};
const etsy: Record<string, string> = {
  TITLE: "TITEL | TITRE | TÍTULO | TITOLO | TYTUŁ",
  DESCRIPTION: "BESCHREIBUNG | DESCRIPCIÓN | DESCRIZIONE | BESCHRIJVING | DESCRIÇÃO | OPIS",
  PRICE: "PREIS | PRIX | PRECIO | PREZZO | PRIJS | PREÇO | CENA",
  CURRENCY_CODE: `WÄHRUNGSCODE | CODE_DEVISE | CODE DEVISE | CÓDIGO_DE_MONEDA | CODICE_VALUTA | CODICE VALUTA | VALUTA
    | VALUTACODE | CÓDIGO_DA_MOEDA | KOD_WALUTY`,
  QUANTITY: "MENGE | ANZAHL | QUANTITÉ | CANTIDAD | QUANTITÀ | AANTAL | HOEVEELHEID | QUANTIDADE | ILOŚĆ",
  TAGS: "SCHLAGWÖRTER | BALISES | MOTS-CLÉS | ETIQUETAS | TAG | TAGI",
  MATERIALS: "MATERIALIEN | MATÉRIAUX | MATERIALES | MATERIALI | MATERIALEN | MATERIAIS | MATERIAŁY",
  SKU: "ARTIKELNUMMER | SKU",
};

const indexOf = (headings: Record<string, string>) =>
  new Map(
    Object.entries(headings).flatMap(([name, others]) =>
      [name, ...others.split("|")].map((one) => [plain(one), name] as const),
    ),
  );
const wooNames = indexOf(wooCommerce);
const etsyNames = indexOf(etsy);

const translated = (header: string[], names: ReadonlyMap<string, string>, other: (heading: string) => string) => {
  const taken = new Set<string>();
  return header.map((heading) => {
    const name = names.get(plain(heading)) ?? other(heading);
    if (taken.has(name)) return heading;
    taken.add(name);
    return name;
  });
};

/** The headings of WooCommerce's export in English. An attribute has its name first, then its values. */
export function translateWooCommerce(header: string[]): string[] {
  const seen = new Map<string, number>();
  return translated(header, wooNames, (heading) => {
    const [, number] = /(?:attribut|atribut|kenmerk)\D*(\d+)/i.exec(heading.slice(0, 100)) ?? [];
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
    const [, image] =
      /^(?:image|bild|imagen|immagine|afbeelding|imagem|zdjęcie|obraz)[ _]?(\d{1,2})$/i.exec(heading) ?? [];
    if (image) return `IMAGE${image}`;
    const [, variation] =
      /^(?:.{0,12} )?(?:variation|variante|variación|variazione|variatie|variação|wariant)\D*(\d)/i.exec(
        heading.slice(0, 60),
      ) ?? [];
    if (!variation) return heading;
    const count = (seen.get(variation) ?? 0) + 1;
    seen.set(variation, count);
    return `VARIATION ${variation} ${["TYPE", "NAME", "VALUES"][count - 1] ?? count}`;
  });
}
