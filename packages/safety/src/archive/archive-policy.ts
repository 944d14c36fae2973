import type { NameRules } from './entry-name.js'

/** What an archive may contain. Every policy refuses links, devices and pipes. */
export interface ArchivePolicy {
  readonly limits?: Partial<ArchiveLimits>
  /** Which names are allowed. Default: `portable`. */
  readonly names?: NameRules
  /** Returns why an entry with this path is refused, as the end of a sentence that starts with its name. */
  readonly refuses?: (path: string) => string | undefined
}

/** Limits that protect against archive bombs. */
export interface ArchiveLimits {
  /** Maximum number of entries. Default 10,000. */
  readonly entries: number
  /** Maximum size of one file in bytes. Default 100 MB. */
  readonly fileBytes: number
  /** Maximum size of all files in bytes. Default 500 MB. */
  readonly totalBytes: number
  /** Maximum compression ratio of a file of more than 1 MB. Default 200. */
  readonly ratio: number
}

export const defaultArchiveLimits: ArchiveLimits = {
  entries: 10_000,
  fileBytes: 100 * 2 ** 20,
  totalBytes: 500 * 2 ** 20,
  ratio: 200,
}

/** Small repetitive files have a high ratio and are harmless. */
export const ratioCountsFrom = 2 ** 20
