import type { Hooks, Plugin } from '../contracts/plugin.js'
import type { ToolCallEvent, ToolCallVerdict } from '../contracts/tool-hooks.js'

/**
 * The hooks of all plugins as one set, called in the order of the plugins. The first block wins; changed arguments are
 * what the next hook sees; contexts are joined.
 */
export function combineHooks(plugins: readonly Plugin[]): Hooks {
  const hooks = plugins.flatMap((plugin) => plugin.hooks ?? [])
  if (hooks.length === 0) return {}
  return {
    pre_tool_call: (event) => judge(hooks, event),
    async post_tool_call(event) {
      for (const hook of hooks) await hook.post_tool_call?.(event)
    },
    async pre_llm_call(event) {
      const contexts: string[] = []
      for (const hook of hooks) {
        const context = await hook.pre_llm_call?.(event)
        if (context) contexts.push(context)
      }
      return contexts.length ? contexts.join('\n\n') : undefined
    },
  }
}

async function judge(hooks: readonly Hooks[], event: ToolCallEvent): Promise<ToolCallVerdict | undefined> {
  let current = event
  for (const hook of hooks) {
    const verdict = await hook.pre_tool_call?.(current)
    if (verdict?.action === 'block') return verdict
    if (verdict?.action === 'change') current = { ...current, args: verdict.args }
  }
  return current === event ? undefined : { action: 'change', args: current.args }
}
