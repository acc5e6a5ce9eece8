/** The whole file can't be used; the message for the merchant says why. */
export class UnusableFileError extends Error {
  override name = "UnusableFile";
}
