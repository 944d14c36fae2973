import type { ToolCallEvent, ToolCallVerdict, ToolHooks, ToolResultEvent } from '../contracts/calls/tool-hooks.js'
import type { MessageContent } from '../contracts/model/message.js'
import type { SideCallWatch } from '../contracts/model/side-call.js'
import type { AuxiliaryHooks } from '../contracts/turn/auxiliary-hooks.js'
import type { CommandHooks } from '../contracts/turn/command-hooks.js'
import type { GatewayHooks } from '../contracts/turn/gateway-hooks.js'
import type { Hooks, TurnContextEvent } from '../contracts/turn/hooks.js'
import type { StreamHooks } from '../contracts/turn/stream-hooks.js'
import { createHookCalls, type HookCallsOptions } from './hook-calls.js'
import { contentResult, textResult, verdictResult } from './hook-result.js'
import type { PluginHooks } from './plugin-hooks.js'
import { type StreamListener, streamListeners } from './stream-listener.js'
import { watchSideCalls } from './watch-side-calls.js'

/** The hooks of all plugins as one set. Its members never throw and never hang. */
export type TurnHooks = Required<
  Omit<Hooks, keyof ToolHooks | keyof StreamHooks | keyof AuxiliaryHooks | keyof CommandHooks | keyof GatewayHooks>
> & {
  /** The hooks for the executor. A member is absent when no plugin has that hook. */
  readonly tools: ToolHooks
  /** The listeners to streams. Absent when no plugin has one. */
  readonly stream?: readonly StreamListener[]
  /** Watches side tasks. Absent when no plugin does. */
  readonly sideCalls?: SideCallWatch
}

export function createTurnHooks(hooks: PluginHooks, options: HookCallsOptions): TurnHooks {
  const calls = createHookCalls(options)
  const { ask, observer, firstText } = calls
  const sideCalls = watchSideCalls(hooks, calls)
  const stream = streamListeners(hooks, { calls, report: options.report })

  async function contextOf(event: TurnContextEvent) {
    const contexts: string[] = []
    for (const hook of hooks.pre_llm_call) {
      const result = await ask('pre_llm_call', hook, event, textResult)
      if (result.ok && result.value) contexts.push(result.value)
    }
    return contexts.length ? contexts.join('\n\n') : undefined
  }

  /**
   * Judges a tool call. The first block wins, and anything that is not a verdict blocks, too: a faulty guard must not let calls through.
   * Changed arguments are passed to the next hook.
   */
  async function judge(event: ToolCallEvent): Promise<ToolCallVerdict | undefined> {
    let current = event
    let isChanged = false
    let isApproved = false
    for (const hook of hooks.pre_tool_call) {
      const result = await ask('pre_tool_call', hook, current, verdictResult)
      if (!result.ok) return { action: 'block', reason: result.problem?.message ?? 'the run was interrupted.' }
      if (result.value?.action === 'block') return result.value
      if (result.value?.action === 'approve') isApproved = true
      if (result.value?.action !== 'change') continue
      current = { ...current, args: result.value.args }
      isChanged = true
    }
    if (isChanged) return { action: 'change', args: current.args }
    return isApproved ? { action: 'approve' } : undefined
  }

  /** Transforms a result. Each hook gets the result of the previous one. */
  async function transformResult(event: ToolResultEvent): Promise<MessageContent | undefined> {
    let current = event
    let replacement: MessageContent | undefined
    for (const hook of hooks.transform_tool_result) {
      const result = await ask('transform_tool_result', hook, current, contentResult)
      if (!result.ok || result.value === undefined) continue
      replacement = result.value
      current = { ...current, result: { ...current.result, content: replacement } }
    }
    return replacement
  }

  const isHooked = (name: keyof ToolHooks) => hooks[name].length > 0
  return {
    tools: {
      ...(isHooked('pre_tool_call') && { pre_tool_call: judge }),
      ...(isHooked('post_tool_call') && {
        post_tool_call: observer('post_tool_call', hooks.post_tool_call),
      }),
      ...(isHooked('transform_tool_result') && {
        transform_tool_result: transformResult,
      }),
      ...(isHooked('pre_approval_request') && {
        pre_approval_request: observer('pre_approval_request', hooks.pre_approval_request),
      }),
      ...(isHooked('post_approval_response') && {
        post_approval_response: observer('post_approval_response', hooks.post_approval_response),
      }),
    },
    ...(stream && { stream }),
    ...(sideCalls && { sideCalls }),
    on_session_start: observer('on_session_start', hooks.on_session_start),
    on_session_end: observer('on_session_end', hooks.on_session_end),
    pre_llm_call: contextOf,
    pre_verify: firstText('pre_verify', hooks.pre_verify),
    post_llm_call: observer('post_llm_call', hooks.post_llm_call),
    agent_loop_stopped: observer('agent_loop_stopped', hooks.agent_loop_stopped),
    transform_llm_output: firstText('transform_llm_output', hooks.transform_llm_output),
    pre_api_request: observer('pre_api_request', hooks.pre_api_request),
    post_api_request: observer('post_api_request', hooks.post_api_request),
    api_request_error: observer('api_request_error', hooks.api_request_error),
    pre_compress: observer('pre_compress', hooks.pre_compress),
    subagent_start: observer('subagent_start', hooks.subagent_start),
    subagent_stop: observer('subagent_stop', hooks.subagent_stop),
  }
}
