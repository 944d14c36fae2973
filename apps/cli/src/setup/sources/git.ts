import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describeError } from '@hermes/core'

/** Runs git and resolves to its output. */
export type Git = (...args: readonly string[]) => Promise<string>

export interface GitOptions {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Allowed protocols, also for redirects. */
  readonly protocols: readonly string[]
  readonly signal: AbortSignal
}

/** Creates a git that asks for no password, creates no links, and runs no hooks. */
export function openGit({ variables, protocols, signal }: GitOptions): Git {
  const settings = [
    'core.hooksPath=/dev/null',
    'core.symlinks=false',
    'init.defaultBranch=main',
    'protocol.allow=never',
    ...protocols.map((name) => `protocol.${name}.allow=always`),
  ].flatMap((setting) => ['-c', setting])
  const env = { ...variables, GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' }
  return async (...args) => {
    try {
      return (await promisify(execFile)('git', [...settings, ...args], { env, signal })).stdout.trim()
    } catch (error) {
      signal.throwIfAborted()
      throw new Error(reasonOf(error), { cause: error })
    }
  }
}

/** Returns the fatal error of git, without its command line and its advice. */
function reasonOf(error: unknown): string {
  const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).split('\n') : []
  const reasons = lines.flatMap((line) => /^(?:fatal|error): (.*)$/.exec(line.trim())?.[1] ?? [])
  return reasons.length > 0 ? `git: ${reasons.join(' ')}` : describeError(error)
}
