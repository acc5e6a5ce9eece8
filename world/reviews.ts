import { products } from "./catalogue.ts";
import { customers } from "./people.ts";
import { chanceOf } from "./random.ts";
import written from "./reviews.json" with { type: "json" };

/** A review; `author` is the key of a person, `rating` is 1 to 5. */
export interface WorldReview {
  product: string;
  author: string;
  rating: number;
  title: string;
  body: string;
  daysAgo: number;
}

/** All reviews, each author once per product; always the same. */
export const reviews: WorldReview[] = Object.entries(written).flatMap(([slug, lines]) => reviewsOf(slug, lines));

function reviewsOf(slug: string, lines: string[]): WorldReview[] {
  const chance = chanceOf(`reviews of ${slug}`);
  const launched = products.find((product) => product.slug === slug)?.launchedDaysAgo ?? 0;
  const newest = customers.toSorted((one, other) => one.joinedDaysAgo - other.joinedDaysAgo);
  const authors = newest.filter((person) => person.joinedDaysAgo > 2);
  const start = chance.between(0, authors.length - 1);
  return lines.map((line, index) => {
    const author = authors[(start + index * 7) % authors.length]!;
    const longest = Math.max(0, Math.min(launched - 1, author.joinedDaysAgo - 1, 120));
    return { product: slug, author: author.key, ...parsed(line), daysAgo: chance.between(0, longest) };
  });
}

function parsed(line: string): Pick<WorldReview, "rating" | "title" | "body"> {
  const [, rating, title, body] = line.match(/^([1-5]) ([^:]+): (.+)$/) ?? [];
  if (!rating || !title || !body) throw new Error(`A review is "stars title: text", not "${line}"`);
  return { rating: Number(rating), title, body };
}
