import { v7 } from "uuid";
import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserById } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { type OwnerProof, verifyOwner } from "./owner-proof.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The access of an administrator is about to be given or taken: those who still are administrators are told. */
    "account.administrators_changing": { what: string; cause: string };
  }
}

/** What proves that the caller of a change is the owner of their account, and where they are. */
export interface Proven {
  proof: OwnerProof;
  visitor: Pick<Visitor, "address" | "device">;
}

interface Access {
  role: Role;
  account_status?: AccountStatus;
}

/** Whether a change gives somebody the access of an administrator or takes it, such as by blocking them. */
export const changesAdministrators = (before: Access, after: Access): boolean => levelOf(before) !== levelOf(after);

const levelOf = ({ role, account_status = "active" }: Access) => (role === "admin" ? account_status : undefined);

/**
 * Checks the proof of a change of administrators, before its transaction. The returned function uses it up in that and
 * emails all administrators of before the change `what` happens. Throws what `verifyOwner` throws.
 */
export async function proveAdministratorChange(
  app: App,
  actorId: number,
  { proof, visitor }: Proven,
): Promise<(tx: Tx, what: string) => Promise<void>> {
  const person = assertFound(await findUserById(app.db, actorId));
  const useProof = await verifyOwner(app, person, proof, visitor);
  return async (tx, what) => {
    await useProof(tx);
    await app.events.emit(tx, "account.administrators_changing", { what, cause: v7() });
  };
}
