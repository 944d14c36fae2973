/** Place where a spill store writes files: a folder on this machine or in an environment. May reject. */
export interface SpillPlace {
  /** Maximum size of one file, in bytes. */
  readonly maxFileBytes: number
  /** Starts a file that is invisible until it is finished. The name must come from {@link spillName}. */
  begin(name: string): Promise<SpillDraft>
}

export interface SpillDraft {
  /** Returns `false`, without adding the data, when there is no space left. */
  append(data: Uint8Array): Promise<boolean>
  /** Publishes the file and resolves to its path. */
  finish(): Promise<string>
  /** Deletes the file, finished or not. */
  discard(): Promise<void>
}

/** Limits for all files together. */
export interface SpillQuota {
  /** Maximum total size in bytes. The oldest files are deleted above it. */
  readonly maxTotalBytes: number
  /** Maximum age in milliseconds. Older files are deleted. */
  readonly maxAgeMs: number
}

export const defaultQuota: SpillQuota = { maxTotalBytes: 512 * 2 ** 20, maxAgeMs: 7 * 86_400_000 }
