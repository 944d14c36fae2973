import type { FileMode } from './file-identity.js'

export interface WrittenFile {
  readonly path: string
  readonly mode: FileMode
  /** Object id of the content. */
  readonly object: string
}

/** Steps that turn one tree into another. */
export interface TreeChanges {
  readonly written: readonly WrittenFile[]
  readonly removed: readonly string[]
}

/** Mode of a nested repository. Its presence is recorded, but not its content. */
const ownRepository = '160000'

/** Parses the output of `git diff-tree -r -z --raw`. Skips folders that are nested repositories on the target side. */
export function parseChanges(text: string): TreeChanges {
  const changes = toChanges(text.split('\0'))
  const closed = changes.filter(({ mode }) => mode === ownRepository).map(({ path }) => `${path}/`)
  const open = changes.filter(({ path }) => !closed.some((folder) => path.startsWith(folder)))
  return {
    written: open.flatMap(({ path, mode, object }) => (isFileMode(mode) ? [{ path, mode, object }] : [])),
    removed: open.filter(({ mode, oldMode }) => isFileMode(oldMode) && mode === '000000').map(({ path }) => path),
  }
}

interface Change extends Omit<WrittenFile, 'mode'> {
  readonly oldMode: string
  readonly mode: string
}

/** Parses the changes. Each is `:OLD-MODE NEW-MODE OLD-OBJECT NEW-OBJECT STATUS` and a path. */
function toChanges(fields: readonly string[]): readonly Change[] {
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, index) => {
    const [oldMode = '', mode = '', , object = ''] = (fields[2 * index] ?? '').slice(1).split(' ')
    return { oldMode, mode, object, path: fields[2 * index + 1] ?? '' }
  })
}

function isFileMode(mode: string): mode is FileMode {
  return mode === '100644' || mode === '100755' || mode === '120000'
}
