import type { Plugin } from '../contracts/agent/plugin.js'
import { ConfigError } from '../contracts/errors/errors.js'
import type { Hooks } from '../contracts/turn/hooks.js'
import { HookRest } from './hook-rest.js'

/**
 * The hooks of an agent's plugins by name, in the order of the plugins. Collected once, because every turn uses all of
 * them.
 */
export type PluginHooks = { readonly [Name in keyof Hooks]-?: readonly PluginHook<NonNullable<Hooks[Name]>>[] }

export interface PluginHook<Hook> {
  /** The name of the plugin. */
  readonly plugin: string
  readonly hook: Hook
  readonly rest: HookRest
}

/** Collects the hooks of plugins that have passed {@link assertHooks}. */
export function pluginHooks(plugins: readonly Plugin[]): PluginHooks {
  const named = <Name extends keyof Hooks>(name: Name) =>
    plugins.flatMap(({ name: plugin, hooks }) => {
      const hook = hooks?.[name]
      return hook ? [{ plugin, hook, rest: new HookRest() }] : []
    })
  const all: PluginHooks = {
    pre_tool_call: named('pre_tool_call'),
    post_tool_call: named('post_tool_call'),
    transform_tool_result: named('transform_tool_result'),
    pre_approval_request: named('pre_approval_request'),
    post_approval_response: named('post_approval_response'),
    on_session_start: named('on_session_start'),
    on_session_end: named('on_session_end'),
    pre_llm_call: named('pre_llm_call'),
    pre_verify: named('pre_verify'),
    post_llm_call: named('post_llm_call'),
    agent_loop_stopped: named('agent_loop_stopped'),
    transform_llm_output: named('transform_llm_output'),
    pre_api_request: named('pre_api_request'),
    post_api_request: named('post_api_request'),
    api_request_error: named('api_request_error'),
    pre_compress: named('pre_compress'),
    subagent_start: named('subagent_start'),
    subagent_stop: named('subagent_stop'),
    pre_gateway_dispatch: named('pre_gateway_dispatch'),
    on_gateway_startup: named('on_gateway_startup'),
    on_reaction: named('on_reaction'),
    on_room_member_activity: named('on_room_member_activity'),
    pre_command: named('pre_command'),
    pre_auxiliary_call: named('pre_auxiliary_call'),
    post_auxiliary_call: named('post_auxiliary_call'),
    on_stream_start: named('on_stream_start'),
    on_stream_delta: named('on_stream_delta'),
    on_stream_end: named('on_stream_end'),
    on_interim_message: named('on_interim_message'),
  }
  return all
}

/**
 * Checks the hooks of a plugin.
 * @throws {ConfigError} for an unknown hook, which would never be called, and for one that is not a function.
 */
export function assertHooks(plugin: string, hooks: object): void {
  const known = Object.keys(pluginHooks([]))
  for (const [hook, call] of Object.entries(hooks)) {
    if (!known.includes(hook)) throw wrong(plugin, hook, `which does not exist: the hooks are ${known.join(', ')}`)
    if (call !== undefined && typeof call !== 'function') throw wrong(plugin, hook, 'which is no function: pass one')
  }
}

function wrong(plugin: string, hook: string, why: string): ConfigError {
  return new ConfigError('plugins', `The plugin "${plugin}" has a hook "${hook}", ${why}.`)
}
