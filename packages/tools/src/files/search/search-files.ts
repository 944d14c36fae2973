import { dirname, join } from 'node:path'
import { defineTool, type Tool, type ToolOutput } from '@hermes/core'
import * as z from 'zod'
import type { FileAccess } from '../file-access.js'
import { fileError, withFileErrors } from '../file-error.js'
import type { FileLimits } from '../file-limits.js'
import type { FileCall, FileServices } from '../file-services.js'
import { originsOfPath } from '../origins-of-path.js'
import { isPrivateKey } from '../private-key.js'
import { repeatedSearch } from '../repeated-read.js'
import { searchFilesIdentity } from '../tool-identities.js'
import { filterAhead } from './filter-ahead.js'
import { globMatcher, nameMatcher } from './glob.js'
import { collectPage, type Page } from './page.js'
import { RipgrepMissingError, ripgrep } from './ripgrep.js'
import type { Hit, SearchRequest } from './search-request.js'
import { shownName } from './shown-name.js'
import { walkSearch } from './walk-search.js'

const parameters = z.object({
  pattern: z.string().describe('content: a regex. files: a glob or a part of the path.'),
  target: z.enum(['content', 'files']).default('content'),
  path: z.string().default('.'),
  file_glob: z.string().optional().describe('*.ts'),
  limit: z.number().default(50),
  offset: z.number().default(0),
  output_mode: z.enum(['content', 'files_only', 'count']).default('content'),
  context: z.number().default(0).describe('Lines around each match.'),
})

const maxLimit = 1_000
const maxContext = 20

export function searchFilesTool(services: FileServices): Tool {
  return defineTool({
    ...searchFilesIdentity,
    description: 'Search in files, or find files by name (newest first). Leaves out what .gitignore names.',
    parameters,
    effect: 'read',
    kind: 'search',
    concurrency: 'safe',
    callableFromPrograms: true,
    origins: originsOfPath,
    run: (args, call) => search(args, services, call),
  })
}

type Arguments = z.infer<typeof parameters>

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.trunc(value)))
}

async function search(args: Arguments, services: FileServices, call: FileCall): Promise<ToolOutput> {
  const { access, limits, history } = services
  if (args.pattern.trim() === '' && args.target === 'content') throw fileError('invalid', 'The pattern is empty.')
  const request = await toRequest(args, access, call)
  const warning = call.isFromProgram ? '' : repeatedSearch(history.of(call.sessionId), request.root, args)
  const timeout = AbortSignal.timeout(limits.searchMs)
  const signal = AbortSignal.any([call.signal, timeout])
  const page = await collectPage(shown(findHits({ ...services, request, signal }), args, { access, request, call }), {
    offset: Math.max(0, Math.trunc(args.offset)),
    limit: clamp(args.limit, 1, maxLimit),
    nameOf: (file) => shownName(request.isFile ? args.path : join(args.path, file)),
    isStopped: () => timeout.aborted,
  })
  call.signal.throwIfAborted()
  const unit = request.output === 'content' ? 'match' : 'file'
  return { content: toText(page, limits) + warning, amount: { count: page.count, unit } }
}

async function toRequest(args: Arguments, access: FileAccess, call: FileCall): Promise<SearchRequest> {
  const root = await access.locate('read', args.path, call)
  const status = await withFileErrors(args.path, () => access.files.stat(root))
  if (status === undefined) throw fileError('missing', `There is no file or folder ${args.path}.`)
  if (status.kind === 'other') throw fileError('not-a-file', `${args.path} is a device, a pipe or a socket.`)
  return {
    root,
    hasOtherName: access.hasOtherName(root, call),
    isFile: status.kind === 'file',
    pattern: args.pattern,
    output: args.target === 'files' ? 'files' : args.output_mode,
    context: clamp(args.context, 0, maxContext),
    glob: args.file_glob,
  }
}

interface Search extends Pick<FileServices, 'environment' | 'access'> {
  readonly request: SearchRequest
  readonly signal: AbortSignal
}

async function* findHits({ environment, access, request, signal }: Search): AsyncGenerator<Hit> {
  if (request.hasOtherName) {
    yield* walkSearch(access.files, request, signal)
    return
  }
  try {
    yield* ripgrep(environment, request, signal)
  } catch (error) {
    if (!(error instanceof RipgrepMissingError)) throw error
    yield* walkSearch(access.files, request, signal)
  }
}

/** Filters out files that do not match or may not be read. */
async function* shown(
  hits: AsyncIterable<Hit>,
  args: Arguments,
  { access, request, call }: { readonly access: FileAccess; readonly request: SearchRequest; readonly call: FileCall },
): AsyncGenerator<Hit> {
  const isWanted = globMatcher(args.file_glob)
  const isNamed = args.target === 'files' ? nameMatcher(args.pattern) : () => true
  const mayShow = readableFiles(access, request, call)
  yield* filterAhead(hits, (hit) => {
    if (hit.kind === 'gap') return true
    return isWanted(hit.file) && isNamed(hit.file) && mayShow(hit.file)
  })
}

function readableFiles(
  access: FileAccess,
  { root, isFile, output }: SearchRequest,
  call: FileCall,
): (file: string) => Promise<boolean> {
  const folder = isFile ? dirname(root) : root
  const known = new Map<string, Promise<boolean>>()
  const check = async (file: string) => {
    const path = join(folder, file)
    if (!(await access.mayRead(path, call))) return false
    if (output === 'files') return true
    // Omits files that disappeared or cannot be read.
    const head = await access.files.read(path, { start: 0, length: 256 }).catch(() => undefined)
    return head !== undefined && !isPrivateKey(head)
  }
  return (file) => {
    const answer = known.get(file) ?? check(file)
    // Hits of one file are adjacent, so caching the latest answer is enough.
    known.clear()
    known.set(file, answer)
    return answer
  }
}

function toText({ lines, first, count, hasMore, isStopped }: Page, limits: FileLimits): string {
  const stopped = isStopped ? ` The search was stopped after ${limits.searchMs / 1000} s: search a smaller folder.` : ''
  if (count === 0) return `[${first === 0 ? 'nothing found' : `nothing found from offset ${first} on`}]${stopped}`
  const range = first === 0 && !hasMore ? `${count} found` : `${first + 1}-${first + count}`
  const next = hasMore ? `; continue with offset=${first + count}` : ''
  return `${lines.join('\n')}\n[${range}${next}]${stopped}`
}
