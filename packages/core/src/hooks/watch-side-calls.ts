import type { SideCallWatch } from '../contracts/model/side-call.js'
import type { HookCalls } from './hook-calls.js'
import type { PluginHooks } from './plugin-hooks.js'

/** Passes the attempts of side tasks to the hooks. Returns `undefined` if no plugin has one. */
export function watchSideCalls(hooks: PluginHooks, { observer }: HookCalls): SideCallWatch | undefined {
  const { pre_auxiliary_call: before, post_auxiliary_call: after } = hooks
  if (before.length + after.length === 0) return undefined
  return { before: observer('pre_auxiliary_call', before), after: observer('post_auxiliary_call', after) }
}
