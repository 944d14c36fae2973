export interface SyntaxFault {
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** The errors of a text. Rejects when it could not be checked. */
export type FindErrors = (text: string, path: string, signal: AbortSignal) => Promise<readonly SyntaxFault[]>
