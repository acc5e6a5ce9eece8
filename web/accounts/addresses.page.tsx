import { PageHead } from "#web/ui/page-head.tsx";
import { AddressBook } from "./address-book.tsx";

export default function AddressesPage() {
  return (
    <main>
      <PageHead title="Addresses" hidden />
      <AddressBook />
    </main>
  );
}
