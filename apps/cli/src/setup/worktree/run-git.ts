import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Io } from '../../io.js'

/** Runs git in a folder. @returns its output without the last line break. Rejects when git fails. */
export type RunGit = (...args: readonly string[]) => Promise<string>

/** Overrides settings that could name programs in a repository. */
const settings = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.sshCommand=ssh'].flatMap((setting) => [
  '-c',
  setting,
])

const limitMs = 60_000
const mostBytes = 16 * 1024 * 1024

/** Git never asks for a password, because there is no prompt before the chat has started. */
export function gitIn(folder: string, env: Io['env']): RunGit {
  return async (...args) => {
    const options = { cwd: folder, env: { ...env, GIT_TERMINAL_PROMPT: '0' }, timeout: limitMs, maxBuffer: mostBytes }
    const { stdout } = await promisify(execFile)('git', [...settings, ...args], options)
    return stdout.replace(/\n$/, '')
  }
}
