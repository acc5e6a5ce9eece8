export default function TermsPage() {
  return (
    <main className="page-width py-10">
      <title>Terms of use</title>
      <h1 className="text-title">Terms of use</h1>
    </main>
  );
}
