import type { AdminReview } from "#contract/reviews/moderation.ts";
import type { MyReview, Review } from "#contract/reviews/reviews.ts";
import { listAccountNames } from "#server/accounts/accounts.ts";
import { listProductCards } from "#server/catalogue/catalogue.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { say } from "#words/say.ts";
import type { AdminReviewRow } from "./moderation.sql.ts";
import { listReceived, type ReceivedProduct, type ReviewRow } from "./reviews.sql.ts";
import { anonymousName } from "./reviews.ts";

/** A published review. */
export const presentReview = ({ author, images, ...review }: ReviewRow): Review => ({
  ...review,
  author: author === anonymousName ? say("Customer") : author,
  images: images.map((image) => ({ ...image, alt: describeImage(author) })),
});

const describeImage = (author: string) =>
  author === anonymousName ? say("Customer photo") : say("Photo by {author}", { author });

/** Reviews for administrators, with product and customer as they are now. */
export async function presentAdminReviews(db: Db | Tx, reviews: AdminReviewRow[]): Promise<AdminReview[]> {
  const [shown, names] = await Promise.all([
    presentMyReviews(db, reviews),
    listAccountNames(db, valuesOf(reviews, "user_id")),
  ]);
  const rows = new Map(reviews.map((row) => [row.id, row]));
  return shown.map((review) => {
    const { user_id, reports, updated_at, moderated_at, replied_at } = rows.get(review.id) as AdminReviewRow;
    const customer = { id: user_id, name: names.get(user_id) ?? null };
    return { ...review, customer, reports, updated_at, moderated_at, replied_at };
  });
}

/** Reviews for their author, with product details as they are now or as bought. */
export async function presentMyReviews(db: Db | Tx, reviews: ReviewRow[], authorId?: number): Promise<MyReview[]> {
  const ids = reviews.map((review) => review.product_id);
  const bought = authorId === undefined ? [] : await listReceived(db, authorId, ids);
  const product = await listNamedProducts(db, ids, bought);
  return reviews.map((review) => ({ ...review, ...presentReview(review), product: product(review.product_id) }));
}

/** Product names, URLs and images: current ones, or as bought if no longer sold. */
export async function listNamedProducts(db: Db | Tx, ids: number[], bought: ReceivedProduct[]) {
  const cards = new Map((await listProductCards(db, ids)).map((card) => [card.id, card]));
  const received = new Map(bought.map((one) => [one.product_id, one]));
  return (id: number) => {
    const { slug, name, thumbnail } = cards.get(id) ?? { ...(received.get(id) ?? removedProduct()), slug: "" };
    return { id, slug, name, thumbnail };
  };
}

const removedProduct = () => ({ name: say("No longer available"), thumbnail: "/failed_image.png" });
