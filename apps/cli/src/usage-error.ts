/**
 * An invalid command line, reported with exit code 2 and a pointer to the help.
 *
 * Not a `HermesError`: it never leaves this package, and the help must not wait for core to load.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
