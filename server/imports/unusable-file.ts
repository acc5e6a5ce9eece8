/** The whole file can't be used; the message says why, in words for the merchant. */
export class UnusableFile extends Error {
  override name = "UnusableFile";
}
