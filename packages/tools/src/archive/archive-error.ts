import { HermesError } from '@hermes/core'

/** An archive is broken, or tries what no honest one does. Nothing of it was left on disk. */
export class ArchiveError extends HermesError {
  constructor(message: string, options?: ErrorOptions) {
    super('tools/archive', message, options)
  }
}
