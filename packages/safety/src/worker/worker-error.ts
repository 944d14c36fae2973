/** The work failed (`failed`), or was ended at its limit. The message is the end of a sentence. */
export class WorkerError extends Error {
  readonly kind: 'time' | 'memory' | 'failed'

  constructor(kind: WorkerError['kind'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.name = 'WorkerError'
    this.kind = kind
  }

  /** Whether work was ended at its limit of time or memory. */
  static isLimit(error: unknown): boolean {
    return error instanceof WorkerError && error.kind !== 'failed'
  }
}
