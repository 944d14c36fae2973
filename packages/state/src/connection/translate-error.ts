import { StoreError, type StoreErrorKind } from '@hermes/core'

interface Translation {
  readonly codes: RegExp
  readonly kind: StoreErrorKind
  readonly sentence: (path: string, code: string) => string
}

/** The first match counts. */
const translations: readonly Translation[] = [
  {
    codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    kind: 'full',
    sentence: (path) => `The disk is full: nothing was lost, free some space so that ${path} can grow.`,
  },
  {
    codes: /^SQLITE_(CORRUPT|NOTADB)/,
    kind: 'corrupt',
    sentence: (path) =>
      `${path} is damaged or is no SQLite file; it was left as it is: repair it, restore a backup, or move it away to start with an empty one.`,
  },
  {
    codes: /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|ELOOP|ENAMETOOLONG)/,
    kind: 'unavailable',
    sentence: (path, code) =>
      `${path} cannot be opened for writing (${code}): make its folder writable for you, or set HERMES_HOME to another folder.`,
  },
  {
    codes: /^(SQLITE_IOERR|EIO|EMFILE|ENFILE)/,
    kind: 'unavailable',
    sentence: (path, code) => `The system could not read or write ${path} (${code}): check the disk and try again.`,
  },
  {
    codes: /^SQLITE_TOOBIG/,
    kind: 'unavailable',
    sentence: (path) => `A text is larger than ${path} can hold: keep each below one gigabyte.`,
  },
  {
    codes: /^SQLITE_/,
    kind: 'unavailable',
    sentence: (path, code) => `${path} could not be used (${code}): see the cause, and report it if it is not yours.`,
  },
]

/** What SQLite or the file system raised, as a {@link StoreError}; anything else, a mistake in the program, as it is. */
export function translateError(error: unknown, path: string): unknown {
  const code = codeOf(error)
  const translation = translations.find(({ codes }) => codes.test(code))
  return translation ? new StoreError(translation.kind, translation.sentence(path, code), { cause: error }) : error
}

/** `SQLITE_BUSY`, `EACCES`; empty for an error without a code of the system's or of SQLite's. */
export function codeOf(error: unknown): string {
  if (StoreError.is(error) || !(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
