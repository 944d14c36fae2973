import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment, JsonObject, Tool, ToolContext } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { onTestFinished } from 'vitest'

/** A folder with commands for a test. Deleted with the test. */
export async function openWorkplace(): Promise<{ readonly folder: string; readonly environment: Environment }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hermes-terminal-')))
  const environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env, killGraceMs: 300 })
  onTestFinished(async () => {
    await environment[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, environment }
}

/** Calls tools like the executor and returns their answers. */
export function caller(tools: readonly Tool[], usual: Partial<ToolContext> = {}) {
  return async <Result = Answer>(
    name: string,
    args: JsonObject,
    context: Partial<ToolContext> = {},
  ): Promise<Result> => {
    const tool = tools.find((each) => each.name === name)
    const read = await tool?.schema?.['~standard'].validate(args)
    if (!tool || !read || read.issues) throw new Error(`"${name}" cannot be called with ${JSON.stringify(args)}.`)
    const outcome = await tool.run(read.value, {
      callId: 'call',
      sessionId: 'session',
      taskId: 'task',
      signal: new AbortController().signal,
      report: () => undefined,
      ...usual,
      ...context,
    })
    return JSON.parse(String(typeof outcome === 'string' ? outcome : outcome.content))
  }
}

/** Answers of `terminal` and `process`. */
export interface Answer {
  readonly output: string
  readonly exit_code: number | null
  readonly error: string | null
  readonly session_id: string
  readonly pid: number
  readonly status: 'running' | 'exited'
  readonly [name: string]: unknown
}

/** A zombie process does not count as running. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) throw new Error('There is no process id.')
  if (!existsSync('/proc')) return /[^Z\s]/.test(psState(pid))
  // Read once: a zombie may be reaped at any time.
  return /\) [^Z]/.test(spawnSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' }).stdout)
}

function psState(pid: number): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.slice(0, 1)
}
