/** Where a spill store writes files: a folder on this machine or in an environment. May reject. */
export interface SpillPlace {
  /** The maximum size of one file. */
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
  /** The oldest files are deleted above this size. */
  readonly maxTotalBytes: number
  /** Older files are deleted. */
  readonly maxAgeMs: number
}

export const defaultQuota: SpillQuota = { maxTotalBytes: 512 * 2 ** 20, maxAgeMs: 7 * 86_400_000 }
