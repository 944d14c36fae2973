import { fileError } from '../file-error.js'

export type PatchOperation =
  | { readonly kind: 'add'; readonly path: string; readonly lines: readonly string[] }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly hunks: readonly Hunk[] }

export interface Hunk {
  /** Lines that precede the change, in order. */
  readonly anchors: readonly string[]
  /** Current lines: context and removed lines. */
  readonly before: readonly string[]
  /** New lines: context and added lines. */
  readonly after: readonly string[]
  readonly isAtEnd: boolean
}

/**
 * Parses a patch of the form
 *
 * ```
 * *** Begin Patch
 * *** Update File: src/a.ts
 * @@ function f() {
 *  unchanged
 * -removed
 * +added
 * *** Add File: src/b.ts
 * +its lines
 * *** Delete File: src/c.ts
 * *** End Patch
 * ```
 *
 * @throws {HermesError} `file/invalid`, naming the line.
 */
export function parsePatch(text: string): readonly PatchOperation[] {
  const lines = bodyOf(text)
  const operations: PatchOperation[] = []
  for (let index = 0; index < lines.length; ) {
    const header = headerOf(lines[index] ?? '')
    if (!header) {
      if ((lines[index] ?? '').trim() !== '')
        throw invalid(lines[index] ?? '', 'a header such as "*** Update File: path"')
      index += 1
      continue
    }
    const end = nextHeader(lines, index + 1)
    operations.push(toOperation(header, lines.slice(index + 1, end)))
    index = end
  }
  if (operations.length === 0) {
    throw fileError('invalid', 'The patch changes nothing: it needs a header such as "*** Update File: path".')
  }
  return operations
}

interface Header {
  readonly kind: PatchOperation['kind']
  readonly path: string
}

function headerOf(line: string): Header | undefined {
  const [, verb = '', path = ''] = /^\*\*\* (Add|Update|Delete) File: *(?! )(.*\S)\s*$/.exec(line) ?? []
  const kinds: Readonly<Record<string, Header['kind']>> = { Add: 'add', Update: 'update', Delete: 'delete' }
  const kind = kinds[verb]
  return kind && { kind, path: checked(path) }
}

function nextHeader(lines: readonly string[], from: number): number {
  const found = lines.findIndex((line, index) => index >= from && /^\*\*\* (?:Add|Update|Delete) File:/.test(line))
  return found === -1 ? lines.length : found
}

/** Removes the markers around the patch, and a code fence around them. */
function bodyOf(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const begin = lines.findIndex((line) => /^\*\*\* Begin Patch\s*$/.test(line))
  const end = lines.findIndex((line) => /^\*\*\* End Patch\s*$/.test(line))
  return lines.slice(begin + 1, end === -1 ? lines.length : end)
}

function toOperation({ kind, path }: Header, body: readonly string[]): PatchOperation {
  if (kind === 'delete') {
    const stray = body.find((line) => line.trim() !== '')
    if (stray !== undefined) throw invalid(stray, 'the next header: a deleted file has no lines')
    return { kind, path }
  }
  if (kind === 'add') return { kind, path, lines: addedLines(body) }
  const moveTo = /^\*\*\* Move to: *(?! )(.*\S)\s*$/.exec(body[0] ?? '')?.[1]
  const hunks = toHunks(moveTo === undefined ? body : body.slice(1))
  if (hunks.length === 0 && moveTo === undefined) throw fileError('invalid', `The patch has no changes for ${path}.`)
  return { kind, path, hunks, ...(moveTo !== undefined && { moveTo: checked(moveTo) }) }
}

function addedLines(body: readonly string[]): readonly string[] {
  const last = body.findLastIndex((line) => line !== '')
  return body.slice(0, last + 1).map((line) => {
    if (!line.startsWith('+')) throw invalid(line, 'a line that begins with "+"')
    return line.slice(1)
  })
}

function toHunks(body: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  let open = emptyHunk()
  const close = () => {
    if (open.before.length + open.after.length > 0) hunks.push(open)
    open = emptyHunk()
  }
  // Trailing empty lines belong to the patch, not to the file.
  for (const line of body.slice(0, body.findLastIndex((entry) => entry !== '') + 1)) {
    if (line.startsWith('@@')) {
      if (open.before.length + open.after.length > 0) close()
      const anchor = line.replace(/^@@ ?/, '').replace(/ ?@@$/, '')
      if (anchor.trim() !== '' && !/^-\d+(,\d+)? \+\d+(,\d+)?$/.test(anchor)) open.anchors.push(anchor)
    } else if (/^\*\*\* End of File/.test(line)) {
      open.isAtEnd = true
      close()
    } else addLine(open, line)
  }
  close()
  return hunks
}

interface OpenHunk extends Hunk {
  readonly anchors: string[]
  readonly before: string[]
  readonly after: string[]
  isAtEnd: boolean
}

function emptyHunk(): OpenHunk {
  return { anchors: [], before: [], after: [], isAtEnd: false }
}

function addLine({ before, after }: OpenHunk, line: string): void {
  const text = line.slice(1)
  if (line === '' || line.startsWith(' ')) {
    before.push(text)
    after.push(text)
  } else if (line.startsWith('-')) before.push(text)
  else if (line.startsWith('+')) after.push(text)
  else throw invalid(line, 'a line that begins with a space, "-", "+" or "@@"')
}

/** Rejects `..` in headers, so that the touched files are obvious. */
function checked(path: string): string {
  if (!path.split(/[\\/]/).includes('..')) return path
  throw fileError('refused', `The patch names ${path}: write the path without "..".`)
}

function invalid(line: string, expected: string): Error {
  return fileError('invalid', `The patch has "${line.slice(0, 80)}" where it needs ${expected}.`)
}
