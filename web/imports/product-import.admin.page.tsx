import { ImportDesk } from "./import-desk.tsx";

export default function ProductImportPage() {
  return <ImportDesk kind="products" />;
}
