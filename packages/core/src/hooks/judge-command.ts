import type { CommandEvent } from '../contracts/turn/command-hooks.js'
import type { HookCalls } from './hook-calls.js'
import { commandVerdictResult } from './hook-result.js'
import type { PluginHooks } from './plugin-hooks.js'

/** Judges a command. @returns why it must not run; `undefined` if it may. */
export type JudgeCommand = (event: CommandEvent) => Promise<string | undefined>

/** Commands that are never blocked: a person can always stop what runs. */
const neverBlocked: ReadonlySet<string> = new Set(['stop', 'deny', 'quit'])

/**
 * Creates a judge that asks the hooks before a command runs. The first block wins, and anything that is not a verdict blocks, too.
 * Returns `undefined` if no plugin has such a hook.
 */
export function commandJudge({ pre_command: hooks }: PluginHooks, { ask }: HookCalls): JudgeCommand | undefined {
  if (hooks.length === 0) return undefined
  return async (event) => {
    if (neverBlocked.has(event.name)) {
      for (const hook of hooks) void ask('pre_command', hook, event, commandVerdictResult)
      return undefined
    }
    for (const hook of hooks) {
      const result = await ask('pre_command', hook, event, commandVerdictResult)
      if (!result.ok) return result.problem?.message ?? 'It was interrupted.'
      if (result.value) return result.value.reason
    }
    return undefined
  }
}
