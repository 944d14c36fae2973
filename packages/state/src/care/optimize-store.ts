export interface OptimizeOptions {
  readonly path: string
  /** Outputs of tools in conversations in which nothing happened for so many days are compressed. Default 30. */
  readonly compressAfterDays?: number
  readonly onProgress?: (step: OptimizeStep) => void
  /** Default `Date.now`. */
  readonly now?: () => number
}

export type OptimizeStep = 'search' | 'compress' | 'vacuum' | 'log'

export interface OptimizeReport {
  /** The file and its write-ahead log. */
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly compressedMessages: number
  /** Whether the file was written anew, which is done when more than a quarter of it is free. */
  readonly vacuumed: boolean
}

/**
 * Makes the session store smaller and quicker to search; nothing that is stored changes. May run while it is in use.
 *
 * @throws {StoreError} `not-found` when there is no store; `corrupt`; `full`; `unavailable`.
 */
export async function optimizeStore(options: OptimizeOptions): Promise<OptimizeReport> {
  throw new Error(`not written yet: ${options.path}`)
}
