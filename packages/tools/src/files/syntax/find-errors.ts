export interface SyntaxFault {
  /** Line number, starting at 1. */
  readonly line: number
  readonly message: string
}

/** Finds the syntax errors of a text. Rejects when the check itself fails. */
export type FindErrors = (text: string, path: string, signal: AbortSignal) => Promise<readonly SyntaxFault[]>
