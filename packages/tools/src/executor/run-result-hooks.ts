import type { ExecuteContext, Logger, MessageContent } from '@hermes/core'
import type { ToolResultEvent } from '@hermes/core/hooks'
import { contentResult, readHookResult } from '@hermes/core/wiring'
import { withinLimit } from '@hermes/safety'

export function hasResultHooks({ hooks }: ExecuteContext): boolean {
  return hooks?.post_tool_call !== undefined || hooks?.transform_tool_result !== undefined
}

/** Passes a result to the hooks and returns the replacement, if a hook provides one. A failing hook has no effect. */
export async function runResultHooks(
  event: ToolResultEvent,
  { hooks }: ExecuteContext,
  logger: Logger,
  limitMs: number,
): Promise<MessageContent | undefined> {
  const tell = async <Value>(name: string, hook: () => Promise<Value> | Value) => {
    try {
      return await withinLimit(Promise.resolve(hook()), limitMs, `The ${name} hook`)
    } catch (error) {
      logger.log('warn', `A ${name} hook failed.`, { tool: event.call.function.name, error: String(error) })
      return undefined
    }
  }
  const { post_tool_call: post, transform_tool_result: transform } = hooks ?? {}
  if (post) await tell('post_tool_call', () => post(event))
  if (!transform) return undefined
  return tell('transform_tool_result', async () =>
    readHookResult('The hook transform_tool_result', await transform(event), contentResult),
  )
}
