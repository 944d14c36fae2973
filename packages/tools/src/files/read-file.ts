import { basename, dirname } from 'node:path'
import { defineTool, type FileStatus, type Tool } from '@hermes/core'
import * as z from 'zod'
import { nearest } from '../nearest.js'
import { pathScoped } from '../schedule.js'
import { binaryKind } from './binary-kind.js'
import type { FileAccess } from './file-access.js'
import { explained, fileError } from './file-error.js'
import type { FileLimits } from './file-limits.js'
import { createLineWindow, type LineWindow } from './line-window.js'
import { isPrivateKey } from './private-key.js'
import { decodeText, encodingOf } from './text-format.js'

const pieceBytes = 2 ** 20

export function readFileTool(access: FileAccess, limits: FileLimits): Tool {
  return defineTool({
    name: 'read_file',
    description: 'Read a text file as numbered lines (N|text).',
    toolset: 'file',
    parameters: z.object({
      path: z.string(),
      offset: z.number().default(1).describe('First line, from 1.'),
      limit: z.number().default(500).describe(`Lines, at most ${limits.readLines}.`),
    }),
    effect: 'read',
    concurrency: pathScoped,
    run: async ({ path, offset, limit }, { signal }) => {
      const file = await access.locate('read', path)
      const status = await requireFile(access, path, file)
      const first = Math.max(1, Math.trunc(offset))
      const window = createLineWindow({
        offset: first,
        limit: Math.min(limits.readLines, Math.max(1, Math.trunc(limit))),
        maxLineChars: limits.lineChars,
      })
      const isWhole = await explained(path, () => fill(window, { access, file, path, status, limits, signal }))
      return view(window, { first, isWhole, size: status.size, maxChars: limits.readChars })
    },
  })
}

/** @throws {HermesError} that says what there is instead of a file. */
export async function requireFile({ files }: FileAccess, path: string, file: string): Promise<FileStatus> {
  const status = await explained(path, () => files.stat(file))
  if (status === undefined) throw fileError('missing', `There is no file ${path}.${await similarNames(files, file)}`)
  if (status.kind === 'directory') {
    throw fileError('not-a-file', `${path} is a folder. Use search_files with target "files" to see what it holds.`)
  }
  if (status.kind === 'other') {
    throw fileError('not-a-file', `${path} is a device, a pipe, a socket or a broken link, not a file.`)
  }
  return status
}

async function similarNames(files: FileAccess['files'], file: string): Promise<string> {
  const folder = dirname(file)
  const status = await files.stat(folder)
  if (status?.kind !== 'directory') return ` The folder ${folder} does not exist either.`
  const names = (await files.list(folder)).map(({ name }) => name)
  const found = nearest(basename(file), names.slice(0, 5_000))
  return found.length === 0 ? '' : ` Similar names in its folder: ${found.join(', ')}.`
}

interface Source {
  readonly access: FileAccess
  readonly file: string
  readonly path: string
  readonly status: FileStatus
  readonly limits: FileLimits
  readonly signal: AbortSignal
}

/** Feeds the file piece by piece. `false` when it was too long to be counted to its end. */
async function fill(window: LineWindow, source: Source): Promise<boolean> {
  const { access, file, path, status, limits, signal } = source
  // Special files of the system say that they are empty.
  const length = status.size === 0 ? pieceBytes : Math.min(pieceBytes, status.size)
  const head = await access.files.read(file, { start: 0, length })
  requireText(path, head, status)
  const { encoding, hasBom } = encodingOf(head)
  if (encoding !== 'utf-8') {
    window.feed(await readWide(head, source))
    window.end()
    return true
  }
  window.feed(hasBom ? head.subarray(3) : head)
  let read = head.length
  for (let last = head.length; last === pieceBytes; ) {
    signal.throwIfAborted()
    if (read >= limits.countBytes && window.isFull) return false
    const piece = await access.files.read(file, { start: read, length: pieceBytes })
    window.feed(piece)
    last = piece.length
    read += last
  }
  window.end()
  return true
}

/** UTF-16 has no line ends that can be found byte by byte: it is converted as a whole. */
async function readWide(head: Uint8Array, { access, file, path, status, limits }: Source): Promise<Uint8Array> {
  if (status.size > limits.editBytes) {
    throw fileError('too-large', `${path} is a UTF-16 file of ${status.size} bytes: convert it with iconv to read it.`)
  }
  return Buffer.from(decodeText(head.length < pieceBytes ? head : await access.files.read(file)).text)
}

/** @throws {HermesError} for binary data and for private keys, whatever their name. */
export function requireText(path: string, head: Uint8Array, { size }: Pick<FileStatus, 'size'>): void {
  if (isPrivateKey(head)) throw fileError('refused', `${path} may not be used by file tools: it is a private key.`)
  const kind = binaryKind(head)
  if (kind === undefined) return
  throw fileError('not-text', `${path} is a binary file (${kind}, ${size} bytes): file tools work on text only.`)
}

interface View {
  readonly first: number
  readonly isWhole: boolean
  readonly size: number
  readonly maxChars: number
}

/** Numbered lines, as many as fit, and a last line that says how much there is and how to go on. */
function view(window: LineWindow, { first, isWhole, size, maxChars }: View): string {
  if (isWhole && window.total === 0) return '[the file is empty]'
  if (window.lines.length === 0) return `[the file has ${window.total} lines: offset ${first} is past its end]`
  const shown: string[] = []
  let room = maxChars - 300
  for (const [index, line] of window.lines.entries()) {
    const numbered = `${first + index}|${line}`
    room -= numbered.length + 1
    if (room < 0 && shown.length > 0) break
    shown.push(numbered)
  }
  const last = first + shown.length - 1
  const total = isWhole ? ` of ${window.total}` : `; the file goes on, it has ${size} bytes`
  const next = !isWhole || last < window.total ? `; read on with offset=${last + 1}` : ''
  const lossy = window.isLossy ? ' Bytes that are not UTF-8 are shown as \uFFFD.' : ''
  return `${shown.join('\n')}\n[lines ${first}-${last}${total}${next}]${lossy}`
}
