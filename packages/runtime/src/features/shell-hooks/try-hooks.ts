import { describeError, type Environment } from '@hermes/core'
import type { ConfiguredHook } from './configured-hooks.js'
import { hookFits } from './hook-fits.js'
import { type HookAnswer, runHook } from './run-hook.js'
import { sampleEvent, sampleSubject } from './sample-events.js'

/** The outcome of trying a hook. */
export interface HookTrial {
  readonly hook: ConfiguredHook
  /** The decision of the hook. Absent if it was not run, or failed. */
  readonly answer?: HookAnswer
  /** Why the hook does not work. */
  readonly problem?: string
}

export interface TryHooksOptions {
  readonly hooks: readonly ConfiguredHook[]
  /** The tool, command or chat network that the sample events are about. Hooks for others are left out. Default: `terminal`, `new`, `telegram`. */
  readonly subject?: string | undefined
  readonly environment: Environment
}

/** Runs hooks with a sample of their event. */
export async function tryHooks({ hooks, subject, environment }: TryHooksOptions): Promise<readonly HookTrial[]> {
  const trials: HookTrial[] = []
  for (const hook of hooks) {
    const { event } = hook
    const usual = sampleSubject(event)
    const about = usual === undefined ? undefined : (subject ?? usual)
    if (about !== undefined && !hookFits(hook, about)) continue
    try {
      trials.push({ hook, answer: await runHook(hook, { event, ...sampleEvent(event, about) }, environment) })
    } catch (error) {
      trials.push({ hook, problem: describeError(error) })
    }
  }
  return trials
}

/** Matches the first word of a command, if it is a plain program. */
const program = /^[\w.+/-]+(?=\s|$)/
const checkLimitMs = 10_000

/** Checks hooks without running them: whether the shell can parse the command, and whether its program exists. */
export async function checkHooks(
  hooks: readonly ConfiguredHook[],
  environment: Environment,
): Promise<readonly HookTrial[]> {
  const trials: HookTrial[] = []
  for (const hook of hooks) {
    const problem = await problemOf(hook.command, environment)
    trials.push({ hook, ...(problem !== undefined && { problem }) })
  }
  return trials
}

async function problemOf(command: string, environment: Environment): Promise<string | undefined> {
  const syntax = await run('sh -n', command, environment)
  if (syntax.code !== 0) return `the shell cannot read it: ${syntax.stderr}`
  const [name] = program.exec(command.trim()) ?? []
  if (name === undefined) return undefined
  const { code } = await run(`command -v -- ${name}`, '', environment)
  return code === 0 ? undefined : `there is no program ${name} in ${environment.workingDirectory} or the PATH`
}

async function run(command: string, stdin: string, environment: Environment) {
  const signal = AbortSignal.timeout(checkLimitMs)
  const process = await environment.spawn({ command, stdin }, { signal })
  const decoder = new TextDecoder()
  let stderr = ''
  for await (const { stream, data } of process.output)
    if (stream === 'stderr') stderr += decoder.decode(data, { stream: true })
  const { code } = await process.exit
  return { code, stderr: stderr.trim().slice(0, 500) }
}
