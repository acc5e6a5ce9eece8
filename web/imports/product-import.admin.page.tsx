import { ImportScreen } from "./import-screen.tsx";

export default function ProductImportPage() {
  return <ImportScreen kind="products" />;
}
