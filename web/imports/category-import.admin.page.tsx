import { ImportScreen } from "./import-screen.tsx";

export default function CategoryImportPage() {
  return <ImportScreen kind="categories" />;
}
