/** The whole file can't be used; the message says why, in words for the merchant. */
export class UnusableFileError extends Error {
  override name = "UnusableFile";
}
