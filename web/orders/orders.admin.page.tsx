export default function OrdersAdminPage() {
  return (
    <main className="page-width py-10">
      <title>Orders</title>
      <h1 className="text-title">Orders</h1>
    </main>
  );
}
