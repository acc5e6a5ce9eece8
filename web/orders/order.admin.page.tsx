export default function OrderAdminPage() {
  return (
    <main className="page-width py-10">
      <title>Order</title>
      <h1 className="text-title">Order</h1>
    </main>
  );
}
