import { basename, dirname } from 'node:path'
import type { Environment } from '@hermes/core'
import { shellQuote } from '@hermes/safety'
import { fileError } from '../file-error.js'
import { gap, outputRecords } from './output-records.js'
import { type Hit, maxLineChars, type SearchRequest } from './search-request.js'

/** Thrown when ripgrep is not installed in the environment. */
export class RipgrepMissingError extends Error {
  override readonly name = 'RipgrepMissingError'
}

/**
 * Searches with ripgrep in the environment.
 *
 * @throws {RipgrepMissingError} before the first hit, when ripgrep is not installed.
 * @throws {HermesError} `file/invalid` for an invalid regular expression.
 */
export async function* ripgrep(
  environment: Environment,
  request: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<Hit> {
  const program = environment.id === 'local' ? ((await bundledProgram()) ?? 'rg') : 'rg'
  const command = guarded(request, [program, ...toArguments(request)].map(shellQuote).join(' '))
  const workingDirectory = request.isFile ? dirname(request.root) : request.root
  const process = await environment.spawn({ command, workingDirectory }, { signal })
  const errors: string[] = []
  try {
    const isNames = request.output === 'files' || request.output === 'files_only'
    for await (const record of outputRecords(process.output, { isNames, errors })) {
      const hit = toHit(record, request)
      if (hit) yield hit
    }
    const { code } = await process.exit
    if (code === movedCode) throw fileError('failed', sentenceOf(request.root))
    if (code === 126 || code === 127) throw new RipgrepMissingError()
    if (code > 1) rejectPattern(errors.join(''))
  } finally {
    process.kill('SIGKILL')
  }
}

/** Exit code of the shell when the path changed after it was checked. */
const movedCode = 99

function sentenceOf(root: string): string {
  return `${root} leads elsewhere than a moment ago and was not searched: look at it again.`
}

/** Wraps the command so that it runs only when the path is unchanged, because links may have been added since the check. */
function guarded({ root, isFile }: SearchRequest, command: string): string {
  if (!isFile) return `cd -P . && [ "$PWD" = ${shellQuote(root)} ] || exit ${movedCode}; exec ${command}`
  const opened = '/proc/self/fd/3'
  const isSame = `[ ! -e ${opened} ] || [ "$(readlink ${opened})" = ${shellQuote(root)} ] || exit ${movedCode}`
  return `exec 3< ${shellQuote(`./${basename(root)}`)} || exit ${movedCode}; ${isSame}; exec ${command} <&3`
}

/** Returns the bundled program. The package has one binary per platform as an optional dependency, which may be missing. */
async function bundledProgram(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    return undefined
  }
}

function toArguments({ pattern, output, context, glob, isFile }: SearchRequest): string[] {
  const place = ['--', isFile ? '-' : './']
  const common = [
    '--no-config',
    '--no-messages',
    '--hidden',
    '--no-require-git',
    '--color=never',
    output === 'files' ? '--sortr=modified' : '--sort=path',
    '--null',
  ]
  common.push(...versionControl.map((folder) => `--glob=!${folder}`), ...typeOf(glob))
  if (output === 'files') return [...common, '--files', ...place]
  const regex = ['--engine=auto', ...(/\\n|\n/.test(pattern) ? ['--multiline'] : []), `--regexp=${pattern}`]
  if (output === 'files_only') return [...common, '--files-with-matches', ...regex, ...place]
  if (output === 'count') return [...common, '--count', '--with-filename', ...regex, ...place]
  const lines = ['--line-number', '--with-filename', '--no-heading', `--context=${context}`]
  return [...common, ...lines, `--max-columns=${maxLineChars}`, '--max-columns-preview', ...regex, ...place]
}

export const versionControl: readonly string[] = ['.git', '.hg', '.svn']

/** Filters by file type, because `--glob` would override `.gitignore`. A type matches only names, so the caller filters paths. */
function typeOf(glob: string | undefined): string[] {
  return glob !== undefined && /^[\w.*?{},-]+$/.test(glob) ? [`--type-add=wanted:${glob}`, '--type=wanted'] : []
}

function toHit(record: string, { output, root, isFile }: SearchRequest): Hit | undefined {
  const isName = output === 'files' || output === 'files_only'
  if (record === gap && !isName) return { kind: 'gap' }
  const end = isName ? record.length : record.indexOf('\0')
  if (end === -1) return undefined
  const file = isFile ? basename(root) : record.slice(0, end).replace(/^\.\//, '')
  const rest = record.slice(end + 1)
  if (isName) return { kind: 'file', file }
  if (output === 'count') return { kind: 'count', file, count: Number(rest) }
  const [, number = '', mark, text = ''] = /^(\d+)([:-])(.*)$/s.exec(rest) ?? []
  return number === '' ? undefined : { kind: mark === ':' ? 'match' : 'context', file, line: Number(number), text }
}

function rejectPattern(errors: string): void {
  if (!/regex parse error|PCRE2: error/.test(errors)) return
  const reason = /error: (.*)/.exec(errors)?.[1] ?? errors.split('\n').at(0) ?? ''
  throw invalidPattern(reason)
}

export function invalidPattern(reason: string): Error {
  return fileError(
    'invalid',
    `The pattern is not a valid regular expression (${reason.trim()}). Put "\\" before literal special characters.`,
  )
}
