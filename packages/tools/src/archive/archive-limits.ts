/** What an archive may hold before it is taken for a bomb. */
export interface ArchiveLimits {
  /** Default 10,000. */
  readonly entries: number
  /** Bytes of one file. Default 100 MB. */
  readonly fileBytes: number
  /** Bytes of all files. Default 500 MB. */
  readonly totalBytes: number
  /** How many times its size in the archive a file of more than 1 MB may have. Default 200. */
  readonly ratio: number
}

export const defaultArchiveLimits: ArchiveLimits = {
  entries: 10_000,
  fileBytes: 100 * 2 ** 20,
  totalBytes: 500 * 2 ** 20,
  ratio: 200,
}

/** Small files of one letter shrink to next to nothing, and do no harm. */
export const ratioCountsFrom = 2 ** 20
