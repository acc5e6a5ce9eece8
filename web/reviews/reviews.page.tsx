export default function ReviewsPage() {
  return (
    <main className="page-width py-10">
      <title>Reviews</title>
      <h1 className="text-title">Reviews</h1>
    </main>
  );
}
