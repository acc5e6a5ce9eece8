import { PageHead } from "#web/ui/layout/page-head.tsx";
import { say } from "#words/say.ts";
import { AddressBook } from "./address-book.tsx";

export default function AddressesPage() {
  return (
    <main>
      <PageHead title={say("Addresses")} hidden />
      <AddressBook />
    </main>
  );
}
