import { StoreError, type StoreErrorKind } from '@hermes/core'

interface Translation {
  readonly codes: RegExp
  readonly kind: StoreErrorKind
  readonly sentence: (path: string, code: string) => string
}

/** Error codes and their translations. The first match is used. */
const translations: readonly Translation[] = [
  {
    // `SQLITE_IOERR_SHMSIZE`: the shared index of the log cannot grow.
    codes: /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/,
    kind: 'full',
    sentence: (path) =>
      `The disk is full, and this was not stored. What was stored before is safe: free some space so that ${path} can grow.`,
  },
  {
    codes: /^SQLITE_(CORRUPT|NOTADB)/,
    kind: 'corrupt',
    sentence: (path) =>
      `${path} is damaged or not a SQLite file, and was left unchanged: repair it, restore a backup, or move it away to start with an empty store.`,
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
    sentence: (path) => `A text is too large for ${path}: keep each text below one gigabyte.`,
  },
  {
    codes: /^SQLITE_/,
    kind: 'unavailable',
    sentence: (path, code) => `${path} could not be used (${code}): see the cause.`,
  },
]

/**
 * Translates an error of SQLite or the file system into a {@link StoreError}. Returns other errors unchanged, because
 * they are programming errors.
 */
export function translateError(error: unknown, path: string): unknown {
  const code = codeOf(error)
  const translation = translations.find(({ codes }) => codes.test(code))
  return translation ? new StoreError(translation.kind, translation.sentence(path, code), { cause: error }) : error
}

/** Returns a SQLite or system error code, such as `SQLITE_BUSY` or `EACCES`, or `''` for other errors. */
export function codeOf(error: unknown): string {
  if (StoreError.is(error) || !(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
