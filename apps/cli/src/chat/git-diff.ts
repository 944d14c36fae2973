import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { GitDiff } from '@hermes/conversations/commands'
import { HermesError } from '@hermes/core'

const scopes: Readonly<Record<GitDiff['scope'], readonly string[]>> = {
  unstaged: [],
  staged: ['--cached'],
  all: ['HEAD'],
}

const mostBytes = 16 * 1024 * 1024

/** What Git says changed in a folder. @throws {HermesError} where there is no repository, or no Git. */
export async function gitDiff(
  folder: string,
  { scope, isSummary, path }: GitDiff,
  signal: AbortSignal,
): Promise<string> {
  // Settings of the user must neither colour it nor hand it to a program of their own.
  const args = ['-C', folder, '--no-pager', 'diff', '--no-color', '--no-ext-diff', ...scopes[scope]]
  if (isSummary) args.push('--stat')
  if (path !== undefined) args.push('--', path)
  try {
    const { stdout } = await promisify(execFile)('git', args, { signal, maxBuffer: mostBytes })
    return stdout
  } catch (cause) {
    signal.throwIfAborted()
    throw new HermesError('cli/git', `Git cannot tell what changed in ${folder}: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return 'it is not installed.'
  const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
  return /not a git repository/i.test(said) || said === '' ? 'it is no repository.' : said
}
