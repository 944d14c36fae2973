/** Thrown when work failed (`failed`) or was ended at a limit. The message is the end of a sentence. */
export class WorkerError extends Error {
  readonly kind: 'time' | 'memory' | 'failed'

  constructor(kind: WorkerError['kind'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.name = 'WorkerError'
    this.kind = kind
  }

  /** Returns whether work was ended at its time or memory limit. */
  static isLimit(error: unknown): boolean {
    return error instanceof WorkerError && error.kind !== 'failed'
  }
}
