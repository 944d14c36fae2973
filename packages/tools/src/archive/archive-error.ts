import { HermesError } from '@hermes/core'

/** The archive is broken or malicious. No file of it was left on disk. */
export class ArchiveError extends HermesError {
  constructor(message: string, options?: ErrorOptions) {
    super('archive/refused', message, options)
  }
}
