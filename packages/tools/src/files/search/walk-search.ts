import { basename, join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { FileSystem } from '@hermes/core/environment'
import { binaryKind } from '../binary-kind.js'
import { decodeText } from '../text-format.js'
import { invalidPattern } from './ripgrep.js'
import { type Hit, maxLineChars, type SearchRequest } from './search-request.js'
import { walk } from './walk.js'

/** Larger files are skipped. */
const maxFileBytes = 16 * 2 ** 20

/** The part of a line that is searched. A line of many megabytes would take minutes. */
const maxMatchedChars = 20_000

/** How many characters are searched before yielding to the event loop. */
const sliceChars = 100_000

/**
 * Finds the same as ripgrep in an environment without it. Slower, with a regular expression engine that takes linear
 * time.
 */
export async function* walkSearch(files: FileSystem, request: SearchRequest, signal: AbortSignal): AsyncGenerator<Hit> {
  const { root, isFile, output } = request
  if (output === 'files') {
    yield* newestFirst(files, request, signal)
    return
  }
  const matches = await compile(request.pattern)
  for await (const file of isFile ? [basename(root)] : walk(files, root, { signal })) {
    const lines = await readLines(files, isFile ? root : join(root, file))
    yield* toHits(lines, file, { ...request, found: await matchingLines(lines, matches, signal) })
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

async function readLines(files: FileSystem, path: string): Promise<readonly string[]> {
  const status = await files.stat(path)
  if (status?.kind !== 'file' || status.size > maxFileBytes) return []
  // Like ripgrep, skips files that disappeared or may not be read.
  const bytes = await files.read(path).catch(() => undefined)
  if (bytes === undefined || binaryKind(bytes) !== undefined) return []
  const { text } = decodeText(bytes)
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

async function matchingLines(
  lines: readonly string[],
  matches: (line: string) => boolean,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const found: number[] = []
  let chars = 0
  for (const [index, line] of lines.entries()) {
    const part = line.slice(0, maxMatchedChars)
    if (matches(part)) found.push(index)
    chars += part.length
    if (chars < sliceChars) continue
    chars = 0
    await nextRound()
    signal.throwIfAborted()
  }
  return found
}

interface FileSearch extends SearchRequest {
  readonly found: readonly number[]
}

function* toHits(lines: readonly string[], file: string, { found, output, context }: FileSearch): Generator<Hit> {
  if (found.length === 0) return
  if (output === 'files_only') yield { kind: 'file', file }
  else if (output === 'count') yield { kind: 'count', file, count: found.length }
  else yield* withContext(lines, file, { found: new Set(found), context })
}

function* withContext(
  lines: readonly string[],
  file: string,
  { found, context }: { readonly found: ReadonlySet<number>; readonly context: number },
): Generator<Hit> {
  const shown = new Set<number>()
  for (const index of found) {
    const last = Math.min(lines.length - 1, index + context)
    for (let near = Math.max(0, index - context); near <= last; near += 1) shown.add(near)
  }
  let previous: number | undefined
  for (const index of [...shown].sort((left, right) => left - right)) {
    if (context > 0 && previous !== index - 1) yield { kind: 'gap' }
    previous = index
    const kind = found.has(index) ? 'match' : 'context'
    yield { kind, file, line: index + 1, text: lines[index]?.slice(0, maxLineChars) ?? '' }
  }
}
