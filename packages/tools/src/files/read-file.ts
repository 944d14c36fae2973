import { defineTool, type Tool, type ToolOutput } from '@hermes/core'
import * as z from 'zod'
import { pathScoped } from '../shared/path-scoped.js'
import { createDocumentReader, type DocumentReader } from './documents/document-reader.js'
import { documentKind } from './documents/document-text.js'
import { fileError, withFileErrors } from './file-error.js'
import type { FileCall, FileServices } from './file-services.js'
import type { FileSource } from './file-source.js'
import { createLineWindow, type LineWindow } from './line-window.js'
import { originsOfPath } from './origins-of-path.js'
import { repeatedRead, unchangedView, versionOf } from './repeated-read.js'
import { requireFile, requireText } from './require-file.js'
import { decodeText, encodingOf } from './text-format.js'
import { readFileIdentity } from './tool-identities.js'

const place = { path: z.string(), offset: z.number().default(1).describe('First line, from 1.') }
const pieceBytes = 2 ** 20

export function readFileTool(services: FileServices): Tool {
  const { limits } = services
  const documents = createDocumentReader(services)
  return defineTool({
    ...readFileIdentity,
    description: 'Read a text, notebook, Word, Excel or PDF file as numbered lines (N|text).',
    parameters: z.object({
      ...place,
      limit: z.number().default(500).describe(`Lines, at most ${limits.readLines}.`),
    }),
    effect: 'read',
    concurrency: pathScoped,
    readsFiles: true,
    origins: originsOfPath,
    callableFromPrograms: true,
    guidance: 'Read, search and change files with the file tools, not the terminal.',
    run: ({ path, offset, limit }, call) => {
      const first = Math.max(1, Math.trunc(offset))
      const count = Math.min(limits.readLines, Math.max(1, Math.trunc(limit)))
      return readPart({ path, first, count }, { ...services, documents }, call)
    },
  })
}

interface Part {
  /** Path as the model wrote it. */
  readonly path: string
  readonly first: number
  readonly count: number
}

type ReadServices = FileServices & { readonly documents: DocumentReader }

async function readPart({ path, first, count }: Part, services: ReadServices, call: FileCall): Promise<ToolOutput> {
  const { access, limits, history, documents } = services
  const file = await access.locate('read', path, call)
  const status = await requireFile(access, path, file)
  const session = history.of(call.sessionId)
  const seen = { file, part: `${first}+${count}`, version: versionOf(status) }
  // A program does not see the conversation, so it gets the lines each time.
  const isShown = !call.isFromProgram
  const warning = isShown ? repeatedRead(session, seen) : ''
  if (isShown && status.size > 0 && session.wasShown(seen)) return unchangedView
  const source = { access, file, path, status, limits, signal: call.signal }
  const window = createLineWindow({ offset: first, limit: count, maxLineChars: limits.lineChars })
  const isWhole = documentKind(path)
    ? await documents.fill(window, source)
    : await withFileErrors(path, () => fill(window, source))
  if (isShown) session.show(seen)
  else session.know(seen.file, seen.version)
  const { text, count: shown } = view(window, { first, isWhole, size: status.size, maxChars: limits.readChars })
  return { content: text + warning, amount: { count: shown, unit: 'line' } }
}

/** Feeds the file in chunks. Resolves to `false` when it is too long to count all lines. */
async function fill(window: LineWindow, source: FileSource): Promise<boolean> {
  const { access, file, path, status, limits, signal } = source
  // Special files of the system report a size of 0.
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
    if (read >= limits.countBytes && window.isFull()) return false
    const piece = await access.files.read(file, { start: read, length: pieceBytes })
    window.feed(piece)
    last = piece.length
    read += last
  }
  window.end()
  return true
}

/** Reads a UTF-16 file. Its line ends cannot be found byte by byte, so the file is converted as a whole. */
async function readWide(head: Uint8Array, { access, file, path, status, limits }: FileSource): Promise<Uint8Array> {
  if (status.size > limits.editBytes) {
    throw fileError('too-large', `${path} is a UTF-16 file of ${status.size} bytes: convert it with iconv to read it.`)
  }
  return Buffer.from(decodeText(head.length < pieceBytes ? head : await access.files.read(file)).text)
}

interface View {
  readonly first: number
  readonly isWhole: boolean
  readonly size: number
  readonly maxChars: number
}

/** Returns as many numbered lines as fit, and a last line with the total and how to continue. */
function view(window: LineWindow, { first, isWhole, size, maxChars }: View) {
  if (isWhole && window.total() === 0) return { text: '[the file is empty]', count: 0 }
  if (window.lines.length === 0) {
    return { text: `[the file has ${window.total()} lines: offset ${first} is past its end]`, count: 0 }
  }
  const shown: string[] = []
  let room = maxChars - 300
  for (const [index, line] of window.lines.entries()) {
    const numbered = `${first + index}|${line}`
    room -= numbered.length + 1
    if (room < 0 && shown.length > 0) break
    shown.push(numbered)
  }
  const last = first + shown.length - 1
  const total = isWhole ? ` of ${window.total()}` : `; the file continues and has ${size} bytes`
  const next = !isWhole || last < window.total() ? `; read on with offset=${last + 1}` : ''
  const lossy = window.isLossy() ? ' Lines that are not UTF-8 are shown as Windows-1252.' : ''
  return { text: `${shown.join('\n')}\n[lines ${first}-${last}${total}${next}]${lossy}`, count: shown.length }
}
