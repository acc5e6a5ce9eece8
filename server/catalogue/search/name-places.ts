/**
 * What products are ordered by when names are: the place the database gave the name among all, and a hash by which a name
 * that changed is known. Both in one number, since there may be a million of them: below 2 ** 32 without a place, which
 * leaves room for two million places.
 */
const hashes = 2 ** 32;

export const hasPlace = (name: number) => name >= hashes;
export const withPlace = (hash: number, place: number) => place * hashes + hash;
export const withoutPlace = (name: number) => name % hashes;

/** What was known of a name, for a product of which the name has this hash now: the place stays with the same name only. */
export const renamed = (known: number, hash: number) => (withoutPlace(known) === hash ? known : hash);
