import { ImportDesk } from "./import-desk.tsx";

export default function CategoryImportPage() {
  return <ImportDesk kind="categories" />;
}
