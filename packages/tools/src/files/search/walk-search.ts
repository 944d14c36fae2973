import { basename, join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { FileSystem } from '@hermes/core/environment'
import { binaryKind } from '../binary-kind.js'
import { decodeText } from '../text-format.js'
import { invalidPattern } from './ripgrep.js'
import { type Hit, maxLineChars, type SearchRequest } from './search-request.js'
import { walk } from './walk.js'

/** Maximum file size. Larger files are skipped. */
const maxFileBytes = 16 * 2 ** 20

/** Number of characters of a line that are searched. A line of many megabytes would take minutes. */
const maxMatchedChars = 20_000

/** Number of characters that are searched before yielding to the event loop. */
const sliceChars = 100_000

/**
 * Finds the same hits as ripgrep, in an environment without it. Slower, with a regular expression engine that runs in
 * linear time.
 */
export async function* walkSearch(files: FileSystem, request: SearchRequest, signal: AbortSignal): AsyncGenerator<Hit> {
  const { root, isFile, output } = request
  if (output === 'files') {
    yield* newestFirst(files, request, signal)
    return
  }
  const matches = await compile(request.pattern)
  for await (const file of isFile ? [basename(root)] : walk(files, root, { signal })) {
    const text = await readText(files, isFile ? root : join(root, file))
    if (text !== undefined) yield* toHits(await searchLines(text, matches, signal), file, request)
  }
}

async function* newestFirst(
  files: FileSystem,
  { root, isFile }: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<Hit> {
  const found: { readonly file: string; readonly time: number }[] = []
  for await (const file of isFile ? [basename(root)] : walk(files, root, { signal })) {
    const status = await files.stat(isFile ? root : join(root, file))
    found.push({ file, time: status?.modifiedAtMs ?? 0 })
  }
  for (const { file } of found.sort((left, right) => right.time - left.time)) yield { kind: 'file', file }
}

async function compile(pattern: string): Promise<(line: string) => boolean> {
  const { RE2JS } = await import('re2js')
  try {
    const regex = RE2JS.compile(pattern)
    return (line) => regex.matcher(line).find()
  } catch (error) {
    throw invalidPattern(error instanceof Error ? error.message : String(error))
  }
}

async function readText(files: FileSystem, path: string): Promise<string | undefined> {
  const status = await files.stat(path)
  if (status?.kind !== 'file' || status.size > maxFileBytes) return undefined
  // Like ripgrep, skips files that disappeared or may not be read.
  const bytes = await files.read(path).catch(() => undefined)
  if (bytes === undefined || binaryKind(bytes) !== undefined) return undefined
  const { text } = decodeText(bytes)
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

interface SearchedText {
  readonly text: string
  /** Offset at which each line starts. Splitting a large file into lines would block the process. */
  readonly starts: readonly number[]
  /** Indexes of the matching lines, starting at 0. */
  readonly found: readonly number[]
}

async function searchLines(
  text: string,
  matches: (line: string) => boolean,
  signal: AbortSignal,
): Promise<SearchedText> {
  const starts: number[] = []
  const found: number[] = []
  let chars = 0
  for (let start = 0; start <= text.length; ) {
    const end = lineEnd(text, start)
    const part = text.slice(start, Math.min(end, start + maxMatchedChars))
    if (matches(part)) found.push(starts.length)
    starts.push(start)
    start = end + 1
    chars += part.length + 1
    if (chars < sliceChars) continue
    chars = 0
    await nextRound()
    signal.throwIfAborted()
  }
  return { text, starts, found }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

function* toHits(searched: SearchedText, file: string, { output, context }: SearchRequest): Generator<Hit> {
  const { found } = searched
  if (found.length === 0) return
  if (output === 'files_only') yield { kind: 'file', file }
  else if (output === 'count') yield { kind: 'count', file, count: found.length }
  else yield* withContext(searched, file, context)
}

function* withContext({ text, starts, found }: SearchedText, file: string, context: number): Generator<Hit> {
  let next = 0
  let following = 0
  for (const match of found) {
    const last = Math.min(starts.length - 1, match + context)
    const first = Math.max(next, match - context)
    if (context > 0 && first <= last && (first > next || next === 0)) yield { kind: 'gap' }
    for (let line = first; line <= last; line += 1) {
      while ((found[following] ?? Number.POSITIVE_INFINITY) < line) following += 1
      const start = starts[line] ?? 0
      const shown = text.slice(start, Math.min(lineEnd(text, start), start + maxLineChars))
      yield { kind: found[following] === line ? 'match' : 'context', file, line: line + 1, text: shown }
    }
    next = Math.max(next, last + 1)
  }
}
