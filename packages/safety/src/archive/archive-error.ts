import { HermesError } from '@hermes/core'

/** Thrown when an archive is damaged or hostile. No part of the archive is left on disk. */
export class ArchiveError extends HermesError {
  constructor(message: string, options?: ErrorOptions & { readonly code?: 'archive/refused' | 'archive/unreadable' }) {
    super(options?.code ?? 'archive/refused', message, options)
  }
}

export function refused(reason: string, options?: ErrorOptions): ArchiveError {
  return new ArchiveError(`The archive was refused, and nothing was changed: ${reason}.`, options)
}

/** Returns the error for a file that is not an archive, or whose structure is broken. */
export function unreadable(reason: string, cause?: unknown): ArchiveError {
  return new ArchiveError(`The archive cannot be read: ${reason}.`, { cause, code: 'archive/unreadable' })
}

/** Formats a name from an archive for a message. */
export function shown(name: string): string {
  return JSON.stringify(name.length > 120 ? `${name.slice(0, 120)}…` : name)
}
