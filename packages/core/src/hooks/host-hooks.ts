import type { Plugin } from '../contracts/agent/plugin.js'
import type { SideCallWatch } from '../contracts/model/side-call.js'
import { hookLimitMs } from './contain-hook.js'
import { createHookCalls, type HookCallsOptions } from './hook-calls.js'
import { commandJudge, type JudgeCommand } from './judge-command.js'
import { type JudgeMessage, messageJudge } from './judge-message.js'
import { pluginHooks } from './plugin-hooks.js'
import { activityTeller, type TellActivity } from './tell-activity.js'
import { startupTeller, type TellStartup } from './tell-startup.js'
import { watchSideCalls } from './watch-side-calls.js'

/** The hooks of plugins for events outside of turns. Its members never throw and never hang. */
export interface HostHooks {
  /** Watches side tasks. Absent when no plugin does. */
  readonly sideCalls?: SideCallWatch
  /** Returns why a command must not run. Absent when no plugin has such a hook. */
  readonly judgeCommand?: JudgeCommand
  /** Decides how to handle a message of a chat. Absent when no plugin has such a hook. */
  readonly judgeMessage?: JudgeMessage
  /** Reports activity in chats. Absent when no plugin listens. */
  readonly tellActivity?: TellActivity
  /** Reports the start of the gateway. Absent when no plugin listens. */
  readonly tellStartup?: TellStartup
}

/** Creates the hooks of a host. @param plugins Already checked: see `assertPlugin`. */
export function createHostHooks(
  plugins: readonly Pick<Plugin, 'name' | 'hooks'>[],
  options: Pick<HookCallsOptions, 'origin' | 'report'>,
): HostHooks {
  const hooks = pluginHooks(plugins)
  const calls = createHookCalls({ ...options, limitMs: hookLimitMs })
  const sideCalls = watchSideCalls(hooks, calls)
  const judgeCommand = commandJudge(hooks, calls)
  const tellActivity = activityTeller(hooks, calls)
  const tellStartup = startupTeller(hooks, calls)
  const judgeMessage = messageJudge(hooks, calls)
  return {
    ...(sideCalls && { sideCalls }),
    ...(judgeCommand && { judgeCommand }),
    ...(judgeMessage && { judgeMessage }),
    ...(tellActivity && { tellActivity }),
    ...(tellStartup && { tellStartup }),
  }
}
