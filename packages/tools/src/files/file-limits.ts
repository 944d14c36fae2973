/** Limits for one call of a file tool. */
export interface FileLimits {
  /** Maximum lines returned by `read_file`. Default: 2,000. */
  readonly readLines: number
  /** Maximum characters returned by `read_file`. Default: 100,000. */
  readonly readChars: number
  /** Maximum characters shown per line. Default: 2,000. */
  readonly lineChars: number
  /** Maximum size in bytes of a file that is read completely to count its lines. Default: 64 MiB. */
  readonly countBytes: number
  /** Maximum size in bytes of files that can be edited. Default: 16 MiB. */
  readonly editBytes: number
  /** Maximum size in bytes of documents (PDF, Office, notebooks). Default: 64 MiB. */
  readonly documentBytes: number
  /** Maximum duration of a search. Default: 60,000. */
  readonly searchMs: number
}

export const defaultFileLimits: FileLimits = {
  readLines: 2_000,
  readChars: 100_000,
  lineChars: 2_000,
  countBytes: 64 * 2 ** 20,
  editBytes: 16 * 2 ** 20,
  documentBytes: 64 * 2 ** 20,
  searchMs: 60_000,
}
