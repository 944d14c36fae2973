/**
 * An invalid command line, reported with exit code 2 and a pointer to the help.
 *
 * Not a `HermesError`: it never leaves this package, and the help must not wait for core to load.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly typo?: Typo

  constructor(message: string, typo?: Typo) {
    super(message)
    if (typo) this.typo = typo
  }
}

/** An unknown word and the known ones. When the error is reported, the one that was probably meant is suggested. */
export interface Typo {
  readonly word: string
  readonly known: readonly string[]
}
