/** Names of SQLite's primary result codes, by number (https://sqlite.org/rescode.html). */
const primaryNames = [
  ...[
    'OK',
    'ERROR',
    'INTERNAL',
    'PERM',
    'ABORT',
    'BUSY',
    'LOCKED',
    'NOMEM',
    'READONLY',
    'INTERRUPT',
    'IOERR',
    'CORRUPT',
  ],
  ...['NOTFOUND', 'FULL', 'CANTOPEN', 'PROTOCOL', 'EMPTY', 'SCHEMA', 'TOOBIG', 'CONSTRAINT', 'MISMATCH', 'MISUSE'],
  ...['NOLFS', 'AUTH', 'FORMAT', 'RANGE', 'NOTADB', 'NOTICE', 'WARNING'],
]

/** Names of the extended codes that the store distinguishes. */
const extendedNames: Readonly<Record<number, string>> = {
  517: 'BUSY_SNAPSHOT',
  522: 'IOERR_SHORT_READ',
  787: 'CONSTRAINT_FOREIGNKEY',
  1555: 'CONSTRAINT_PRIMARYKEY',
  2067: 'CONSTRAINT_UNIQUE',
  4874: 'IOERR_SHMSIZE',
  8202: 'IOERR_DATA',
}

/** Returns the name of a code, such as `SQLITE_BUSY` for 5: the extended name if the store needs it, otherwise that of the primary code. */
export function errorName(code: number): string {
  // The lowest byte of an extended code is its primary code.
  return `SQLITE_${extendedNames[code] ?? primaryNames[code & 0xff] ?? 'ERROR'}`
}
