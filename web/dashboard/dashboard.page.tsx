export default function DashboardPage() {
  return (
    <main className="page-width py-10">
      <title>Dashboard</title>
      <h1 className="text-title">Dashboard</h1>
    </main>
  );
}
