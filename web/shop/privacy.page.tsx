export default function PrivacyPage() {
  return (
    <main className="page-width py-10">
      <title>Privacy policy</title>
      <h1 className="text-title">Privacy policy</h1>
    </main>
  );
}
