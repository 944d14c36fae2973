import type { HermesError } from '../contracts/errors.js'
import type { Hooks } from '../contracts/hooks.js'
import type { MessageContent } from '../contracts/message.js'
import type { Plugin } from '../contracts/plugin.js'
import type { SessionOrigin } from '../contracts/session-event.js'
import type { ToolCallEvent, ToolCallVerdict, ToolHooks, ToolResultEvent } from '../contracts/tool-hooks.js'
import { containHook, type HookBounds } from './contain-hook.js'

/** The hooks of all plugins as one set. Its members never throw and never hang. */
export type TurnHooks = Required<Omit<Hooks, keyof ToolHooks>> & {
  /** For the executor. A member is absent when no plugin has that hook. */
  readonly tools: ToolHooks
}

export interface TurnHooksOptions extends HookBounds {
  /** Added to every event. Default: unknown. */
  readonly origin?: SessionOrigin
  /** Called with each hook that failed. */
  readonly report: (problem: HermesError) => void
}

export function createTurnHooks(plugins: readonly Plugin[], options: TurnHooksOptions): TurnHooks {
  const hooked = plugins.filter((plugin) => plugin.hooks)

  async function call<Value>(name: keyof Hooks, plugin: Plugin, work: () => Promise<Value> | Value) {
    const bounds = endings.includes(name) ? { ...options, signal: unaborted } : options
    const result = await containHook(`The hook ${name} of "${plugin.name}"`, work, bounds)
    if (!result.ok && result.problem) options.report(result.problem)
    return result
  }

  /** The hooks of that name in the order of the plugins. */
  function hooksOf<Event, Value>(name: keyof Hooks, pick: HookOf<Event, Value>) {
    return hooked.flatMap((plugin) => {
      const hook = plugin.hooks && pick(plugin.hooks)
      return hook ? [(event: Event) => call(name, plugin, () => hook({ ...options.origin, ...event }))] : []
    })
  }

  function observer<Event>(name: keyof Hooks, pick: HookOf<Event, void>): (event: Event) => Promise<void> | void {
    if (!hooked.some((plugin) => plugin.hooks && pick(plugin.hooks))) return () => undefined
    return async (event) => {
      for (const hook of hooksOf(name, pick)) await hook(event)
    }
  }

  function firstOf<Event, Value>(name: keyof Hooks, pick: HookOf<Event, Value | undefined>) {
    return async (event: Event): Promise<Value | undefined> => {
      for (const hook of hooksOf(name, pick)) {
        const result = await hook(event)
        if (result.ok && result.value !== undefined) return result.value
      }
      return undefined
    }
  }

  async function contextOf(event: Parameters<NonNullable<Hooks['pre_llm_call']>>[0]) {
    const contexts: string[] = []
    for (const hook of hooksOf('pre_llm_call', (hooks) => hooks.pre_llm_call)) {
      const result = await hook(event)
      if (result.ok && result.value) contexts.push(result.value)
    }
    return contexts.length ? contexts.join('\n\n') : undefined
  }

  /** The first block wins. Changed arguments are passed to the next hook. */
  async function judge(event: ToolCallEvent): Promise<ToolCallVerdict | undefined> {
    let current: ToolCallEvent = { ...options.origin, ...event }
    let isChanged = false
    let isApproved = false
    for (const plugin of hooked) {
      const hook = plugin.hooks?.pre_tool_call
      if (!hook) continue
      const result = await call('pre_tool_call', plugin, () => hook(current))
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

  /** Each hook gets the result as the previous one has left it. */
  async function transformResult(event: ToolResultEvent): Promise<MessageContent | undefined> {
    let current: ToolResultEvent = { ...options.origin, ...event }
    let replacement: MessageContent | undefined
    for (const plugin of hooked) {
      const hook = plugin.hooks?.transform_tool_result
      if (!hook) continue
      const result = await call('transform_tool_result', plugin, () => hook(current))
      if (!result.ok || result.value === undefined) continue
      replacement = result.value
      current = { ...current, result: { ...current.result, content: replacement } }
    }
    return replacement
  }

  const isHooked = (name: keyof ToolHooks) => hooked.some((plugin) => plugin.hooks?.[name])
  return {
    tools: {
      ...(isHooked('pre_tool_call') && { pre_tool_call: judge }),
      ...(isHooked('post_tool_call') && {
        post_tool_call: observer('post_tool_call', (hooks) => hooks.post_tool_call),
      }),
      ...(isHooked('transform_tool_result') && {
        transform_tool_result: transformResult,
      }),
      ...(isHooked('pre_approval_request') && {
        pre_approval_request: observer('pre_approval_request', (hooks) => hooks.pre_approval_request),
      }),
      ...(isHooked('post_approval_response') && {
        post_approval_response: observer('post_approval_response', (hooks) => hooks.post_approval_response),
      }),
    },
    on_session_start: observer('on_session_start', (hooks) => hooks.on_session_start),
    on_session_end: observer('on_session_end', (hooks) => hooks.on_session_end),
    pre_llm_call: contextOf,
    pre_verify: firstOf('pre_verify', (hooks) => hooks.pre_verify),
    post_llm_call: observer('post_llm_call', (hooks) => hooks.post_llm_call),
    transform_llm_output: firstOf('transform_llm_output', (hooks) => hooks.transform_llm_output),
    pre_api_request: observer('pre_api_request', (hooks) => hooks.pre_api_request),
    post_api_request: observer('post_api_request', (hooks) => hooks.post_api_request),
    api_request_error: observer('api_request_error', (hooks) => hooks.api_request_error),
    pre_compress: observer('pre_compress', (hooks) => hooks.pre_compress),
    subagent_start: observer('subagent_start', (hooks) => hooks.subagent_start),
    subagent_stop: observer('subagent_stop', (hooks) => hooks.subagent_stop),
  }
}

/** End hooks must run after an interrupt, too. */
const endings: readonly (keyof Hooks)[] = ['subagent_stop', 'on_session_end']
const unaborted = new AbortController().signal

/** Picks one hook from the hooks of a plugin. */
type HookOf<Event, Value> = (hooks: Hooks) => ((event: Event) => Promise<Value> | Value) | undefined
