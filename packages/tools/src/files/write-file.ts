import { extname } from 'node:path'
import { defineTool, type Tool } from '@hermes/core'
import * as z from 'zod'
import { lineAmount } from '../shared/line-amount.js'
import { pathScoped } from '../shared/path-scoped.js'
import { fileError, withFileErrors } from './file-error.js'
import type { FileCall, FileServices } from './file-services.js'
import { isPrivateKey } from './private-key.js'
import { rememberChange, staleWarning } from './stale-change.js'
import { decodeText, encodeText, plainFormat, type TextFormat } from './text-format.js'
import { writeFileIdentity } from './tool-identities.js'
import { unifiedDiff } from './unified-diff.js'

const parameters = z.object({ path: z.string(), content: z.string() })

/**
 * Creates the `write_file` tool, which replaces a whole file. It keeps the encoding, the byte order mark and, if all
 * lines end in CRLF, the line ends of the old text. `read_file` does not show them, so the model cannot keep them.
 */
export function writeFileTool(services: FileServices): Tool {
  return defineTool({
    ...writeFileIdentity,
    description: 'Create a file or replace all of it; folders are made. To change a part of a file use patch.',
    parameters,
    effect: 'idempotent',
    concurrency: pathScoped,
    changesFiles: true,
    ...(services.assess && { assess: services.assess }),
    callableFromPrograms: true,
    kind: 'edit',
    async preview(args, call) {
      const { path, content } = parameters.parse(args)
      const file = await services.access.locate('read', path, call)
      return diffOf({ path, content }, await inspect({ path, file }, services), services, call.signal)
    },
    run: async ({ path, content }, call) => {
      if (isNumberedView(path, content)) {
        throw fileError(
          'invalid',
          'Every line starts with a number and "|", as read_file shows them: send the bare text.',
        )
      }
      const file = await services.access.locate('write', path, call)
      return services.access.exclusively(file, () => replaceWhole({ path, file, content }, services, call))
    },
  })
}

interface NewContent {
  readonly path: string
  readonly file: string
  readonly content: string
}

async function replaceWhole({ path, file, content }: NewContent, services: FileServices, call: FileCall) {
  const { access, syntax } = services
  call.signal.throwIfAborted()
  const old = await inspect({ path, file }, services)
  const warning = await staleWarning({ path, file }, services, call)
  const data = encodeAs(old.format, content)
  await withFileErrors(path, () => access.files.write(file, data))
  await rememberChange(file, services, call)
  const broken = await syntax({ path, before: old.text, after: content }, call.signal)
  const diff = await diffOf({ path, content }, old, services, call.signal)
  const amount = lineAmount(content)
  const size = `${amount.count} ${amount.count === 1 ? 'line' : 'lines'}, ${data.length} bytes`
  return {
    content: `${old.exists ? 'Replaced' : 'Created'} ${path} (${size}).${warning}${broken}`,
    display: { diff },
    amount,
    ...(isComparable(old, content) && { display: { diff: unifiedDiff({ path, before: old.text, after: content }) } }),
  }
}

/** Maximum characters of both texts. Longer texts take too long to compare for a display. */
const comparable = 2 ** 17

function isComparable({ exists, text }: OldFile, content: string): boolean {
  return (!exists || text !== undefined) && (text?.length ?? 0) + content.length <= comparable
}

/** Encodes new text like the old file, if possible. Unlike an edit, new text may not fit the old encoding. */
function encodeAs(format: TextFormat, content: string): Uint8Array {
  const text = format.lineEnd === '\r\n' ? content.replaceAll('\r\n', '\n') : content
  try {
    return encodeText(text, format)
  } catch {
    return encodeText(text, { ...format, encoding: 'utf-8' })
  }
}

interface OldFile {
  readonly exists: boolean
  readonly format: TextFormat
  /** Old content. `undefined` when the file does not exist, is binary or is too large to be read. */
  readonly text: string | undefined
}

function diffOf(
  { path, content }: Omit<NewContent, 'file'>,
  { exists, text }: OldFile,
  { diff }: FileServices,
  signal: AbortSignal,
): Promise<string> {
  if (exists && text === undefined) return Promise.resolve(`(${path}: the old content is not shown)`)
  return diff({ path, before: text, after: content }, signal)
}

/** Inspects the existing file. @throws {HermesError} when it must not be replaced. */
async function inspect(
  { path, file }: Omit<NewContent, 'content'>,
  { access: { files }, limits }: FileServices,
): Promise<OldFile> {
  const status = await withFileErrors(path, () => files.stat(file))
  if (status === undefined) return { exists: false, format: plainFormat, text: undefined }
  if (status.kind === 'directory') throw fileError('not-a-file', `${path} is a folder: name a file in it.`)
  if (status.kind === 'other') throw fileError('not-a-file', `${path} is a device, a pipe or a socket, not a file.`)
  const isLarge = status.size > limits.editBytes
  const bytes = await withFileErrors(path, () => files.read(file, { start: 0, length: isLarge ? 256 : status.size }))
  if (isPrivateKey(bytes)) throw fileError('refused', `${path} may not be written by file tools: it is a private key.`)
  if (isLarge || bytes.includes(0)) return { exists: true, format: wideFormat(bytes), text: undefined }
  return { exists: true, ...decodeText(bytes) }
}

/** Returns the format for content with NUL bytes: UTF-16 if it has the byte order mark; otherwise it is binary data. */
function wideFormat(bytes: Uint8Array): TextFormat {
  const { format } = decodeText(bytes)
  return format.encoding.startsWith('utf-16') ? format : plainFormat
}

/** Extensions of delimited data, which may legitimately look like numbered lines. */
const dataFiles: readonly string[] = ['.csv', '.dat', '.psv', '.tsv']

function isNumberedView(path: string, content: string): boolean {
  if (dataFiles.includes(extname(path).toLowerCase())) return false
  const lines = content.split('\n').filter((line) => line.trim() !== '' && !/^\[lines \d+-\d+/.test(line))
  const first = Number.parseInt(lines[0] ?? '', 10)
  return lines.length > 1 && lines.every((line, index) => line.trimStart().startsWith(`${first + index}|`))
}
