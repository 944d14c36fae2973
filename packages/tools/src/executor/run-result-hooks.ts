import type { ExecuteContext, Logger, MessageContent } from '@hermes/core'
import type { ToolResultEvent } from '@hermes/core/hooks'
import { withinLimit } from '@hermes/safety'

export function hasResultHooks({ hooks }: ExecuteContext): boolean {
  return hooks?.post_tool_call !== undefined || hooks?.transform_tool_result !== undefined
}

/** Passes a result to the hooks and returns the replacement that one of them provides. A failing hook has no effect. */
export async function runResultHooks(
  event: ToolResultEvent,
  { hooks }: ExecuteContext,
  logger: Logger,
  limitMs: number,
): Promise<MessageContent | undefined> {
  const tell = async <Value>(name: string, hook: (() => Promise<Value> | Value) | undefined) => {
    if (!hook) return undefined
    try {
      return await withinLimit(Promise.resolve(hook()), limitMs, `The ${name} hook`)
    } catch (error) {
      logger.log('warn', `A ${name} hook failed.`, { tool: event.call.function.name, error: String(error) })
      return undefined
    }
  }
  const { post_tool_call: post, transform_tool_result: transform } = hooks ?? {}
  await tell('post_tool_call', post && (() => post(event)))
  return tell('transform_tool_result', transform && (() => transform(event)))
}
