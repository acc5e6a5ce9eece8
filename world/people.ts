/** A person of the demo data; reviews and orders refer to them by `key`. */
export interface WorldPerson {
  key: string;
  role: "admin" | "customer";
  username: string;
  name: string;
  email: string;
  address?: { line1: string; city: string; postal_code: string; region_code?: string; country: string };
  joinedDaysAgo: number;
}

type Row = [name: string, line1: string, city: string, postal_code: string, country: string, joinedDaysAgo: number];

const rows: Row[] = [
  ["Amélie Fontaine", "14 rue des Tanneurs", "Lyon", "69005", "FR", 200],
  ["Jonas Weidner", "Lindenweg 8", "Freiburg", "79102", "DE", 188],
  ["Giulia Marchetti", "Via dei Fabbri 22", "Bologna", "40125", "IT", 176],
  ["Lars Nyström", "Sjögatan 31", "Malmö", "211 22", "SE", 171],
  ["Inês Carvalho", "Rua das Oliveiras 5", "Porto", "4050-448", "PT", 163],
  ["Tomasz Zieliński", "ul. Ogrodowa 17/4", "Kraków", "31-155", "PL", 155],
  ["Saoirse Brennan", "9 Harbour Row", "Galway", "H91 E2K8", "IE", 149],
  ["Matteo Keller", "Seestrasse 40", "Luzern", "6004", "CH", 141],
  ["Noor de Vries", "Prinsengracht 512", "Amsterdam", "1017 KH", "NL", 133],
  ["Elena Papadaki", "Odos Anapafseos 3", "Chania", "731 32", "GR", 126],
  ["Mikkel Sørensen", "Åboulevarden 77", "Aarhus", "8000", "DK", 118],
  ["Katarína Horváthová", "Panská 12", "Bratislava", "811 01", "SK", 109],
  ["Hugo Lambrecht", "Korenmarkt 6", "Gent", "9000", "BE", 101],
  ["Aino Laaksonen", "Hämeenkatu 28 B", "Tampere", "33200", "FI", 94],
  ["Carlos Iturbe", "Calle Mayor 19", "Bilbao", "48005", "ES", 86],
  ["Petra Novotná", "Dlouhá 41", "Brno", "602 00", "CZ", 77],
  ["Oliver Hartley", "27 Mill Lane", "Sheffield", "S11 8TP", "GB", 69],
  ["Ana Kovač", "Trubarjeva 15", "Ljubljana", "1000", "SI", 58],
  ["Bence Szabó", "Bartók Béla út 52", "Budapest", "1111", "HU", 49],
  ["Freja Lindqvist", "Storgatan 3", "Umeå", "903 26", "SE", 38],
  ["Priya Raman", "61 Linden Street", "Toronto", "M4Y 1V7", "CA", 27],
  ["Kenji Morita", "2-14-6 Yanaka", "Tokyo", "110-0001", "JP", 16],
  ["Mariam Haddad", "Rue de la Loi 88", "Brussels", "1040", "BE", 7],
  ["Luka Petrović", "Ilica 104", "Zagreb", "10000", "HR", 0],
];

export const admin: WorldPerson = {
  key: "admin",
  role: "admin",
  username: "admin",
  name: "Ada Keeper",
  email: "admin@kiosk.example",
  joinedDaysAgo: 200,
};

export const demo: WorldPerson = {
  key: "demo",
  role: "customer",
  username: "demo",
  name: "Dana Demo",
  email: "demo@kiosk.example",
  address: { line1: "Marktplatz 1", city: "Vienna", postal_code: "1010", country: "AT" },
  joinedDaysAgo: 120,
};

export const customers: WorldPerson[] = [demo, ...rows.map(customer)];

/** The administrator, the demo customer and all others. */
export const people: WorldPerson[] = [admin, ...customers];

function customer([name, line1, city, postal_code, country, joinedDaysAgo]: Row): WorldPerson {
  const key = keyOf(name);
  return {
    key,
    role: "customer",
    username: key,
    name,
    email: `${key}@example.com`,
    address: { line1, city, postal_code, country, ...(country === "IT" && { region_code: "BO" }) },
    joinedDaysAgo,
  };
}

function keyOf(name: string): string {
  const letters = name.toLowerCase().replaceAll("ø", "o").replaceAll("ł", "l").normalize("NFD");
  return letters.replaceAll(/\p{M}/gu, "").replaceAll(/[^a-z]+/g, ".");
}
