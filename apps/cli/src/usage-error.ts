/**
 * The command line was wrong: reported with exit code 2 and a pointer to the help.
 *
 * No `HermesError`: it never leaves this package, and the help must not wait for core to load.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
