/** Where a spill store puts its files: a folder of this machine, or one in an environment. May reject. */
export interface SpillPlace {
  /** Of one file. */
  readonly maxFileBytes: number
  /** Begins a file that nobody finds before it is finished. The name is one that {@link spillName} made. */
  begin(name: string): Promise<SpillDraft>
}

export interface SpillDraft {
  /** `false`: there is no room left for this, and it was not added. */
  append(data: Uint8Array): Promise<boolean>
  /** Gives the file its name. Resolves to its path. */
  finish(): Promise<string>
  /** Removes the file, finished or not. */
  discard(): Promise<void>
}

/** What all files of a place may take together. */
export interface SpillQuota {
  /** The oldest files go when there would be more. */
  readonly maxTotalBytes: number
  /** Files that are older go. */
  readonly maxAgeMs: number
}

export const defaultQuota: SpillQuota = { maxTotalBytes: 512 * 2 ** 20, maxAgeMs: 7 * 86_400_000 }
