import { extname } from 'node:path'
import { defineTool, type Tool } from '@hermes/core'
import * as z from 'zod'
import { pathScoped } from '../schedule.js'
import type { FileAccess } from './file-access.js'
import { explained, fileError } from './file-error.js'
import type { FileLimits } from './file-limits.js'
import { isPrivateKey } from './private-key.js'
import { decodeText, encodeText, plainFormat, type TextFormat } from './text-format.js'

/**
 * `write_file` replaces a file as a whole. A text that was there hands on its encoding, its byte order mark and, if all of
 * its lines end in CRLF, its line ends: `read_file` does not show them, so the model cannot keep them.
 */
export function writeFileTool(access: FileAccess, limits: FileLimits): Tool {
  return defineTool({
    name: 'write_file',
    description: 'Create a file or replace all of it; folders are made. To change a part of a file use patch.',
    toolset: 'file',
    parameters: z.object({ path: z.string(), content: z.string() }),
    effect: 'idempotent',
    concurrency: pathScoped,
    run: async ({ path, content }, { signal }) => {
      if (isNumberedView(path, content)) {
        throw fileError(
          'invalid',
          'Every line begins with a number and "|", as read_file shows them: send the bare text.',
        )
      }
      const file = await access.locate('write', path)
      return access.exclusively(file, async () => {
        signal.throwIfAborted()
        const before = await inspect(access, { path, file }, limits)
        const data = encodeText(
          before.format.lineEnd === '\r\n' ? content.replaceAll('\r\n', '\n') : content,
          before.format,
        )
        await explained(path, () => access.files.write(file, data))
        return `${before.exists ? 'Replaced' : 'Created'} ${path} (${countLines(content)} lines, ${data.length} bytes).`
      })
    },
  })
}

interface Place {
  readonly path: string
  readonly file: string
}

/** What is there now. @throws {HermesError} when it must not be replaced. */
async function inspect(
  { files }: FileAccess,
  { path, file }: Place,
  limits: FileLimits,
): Promise<{ readonly exists: boolean; readonly format: TextFormat }> {
  const status = await explained(path, () => files.stat(file))
  if (status === undefined) return { exists: false, format: plainFormat }
  if (status.kind === 'directory') throw fileError('not-a-file', `${path} is a folder: name a file in it.`)
  if (status.kind === 'other') throw fileError('not-a-file', `${path} is a device, a pipe or a socket, not a file.`)
  const isLarge = status.size > limits.editBytes
  const bytes = await explained(path, () => files.read(file, { start: 0, length: isLarge ? 256 : status.size }))
  if (isPrivateKey(bytes)) throw fileError('refused', `${path} may not be written by file tools: it is a private key.`)
  return { exists: true, format: isLarge || bytes.includes(0) ? wideFormat(bytes) : decodeText(bytes).format }
}

/** A text with NUL bytes is UTF-16 if it has the mark of it, and binary data otherwise. */
function wideFormat(bytes: Uint8Array): TextFormat {
  const { format } = decodeText(bytes)
  return format.encoding === 'utf-8' ? plainFormat : format
}

/** Separated data may look the same and is meant. */
const dataFiles: readonly string[] = ['.csv', '.dat', '.psv', '.tsv']

function isNumberedView(path: string, content: string): boolean {
  if (dataFiles.includes(extname(path).toLowerCase())) return false
  const lines = content.split('\n').filter((line) => line.trim() !== '' && !/^\[lines \d+-\d+/.test(line))
  const first = Number.parseInt(lines[0] ?? '', 10)
  return lines.length > 1 && lines.every((line, index) => line.trimStart().startsWith(`${first + index}|`))
}

export function countLines(text: string): number {
  if (text === '') return 0
  return (text.match(/\n/g)?.length ?? 0) + (text.endsWith('\n') ? 0 : 1)
}
