/** What one call of a file tool may take. */
export interface FileLimits {
  /** Lines that `read_file` shows at most. Default 2,000. */
  readonly readLines: number
  /** Characters that `read_file` shows at most. Default 100,000. */
  readonly readChars: number
  /** Characters of a line that are shown. Default 2,000. */
  readonly lineChars: number
  /** A file is read to its end to count its lines up to this many bytes. Default 64 MiB. */
  readonly countBytes: number
  /** Files up to this many bytes can be edited. Default 16 MiB. */
  readonly editBytes: number
  /** Documents (PDF, Office, notebooks) up to this many bytes are read as text. Default 64 MiB. */
  readonly documentBytes: number
  /** How long a search may take. Default 60,000. */
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
