import type { CommandEvent } from '../contracts/turn/command-hooks.js'
import type { HookCalls } from './hook-calls.js'
import { commandVerdictResult } from './hook-result.js'
import type { PluginHooks } from './plugin-hooks.js'

/** @returns why a command must not run; `undefined` if it may. */
export type JudgeCommand = (event: CommandEvent) => Promise<string | undefined>

/** Nothing keeps a person from stopping what runs. */
const neverBlocked: ReadonlySet<string> = new Set(['stop', 'deny', 'quit'])

/** Asks the hooks before a command runs. The first block wins, and what is no verdict blocks, too. `undefined` if no plugin has one. */
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
