import { HermesError } from '../contracts/errors/errors.js'
import type { SessionOrigin } from '../contracts/sessions/session-event.js'
import type { Hooks } from '../contracts/turn/hooks.js'
import { type Contained, containHook, type HookBounds } from './contain-hook.js'
import { hookRestMs } from './hook-rest.js'
import { type HookResult, readHookResult, textResult } from './hook-result.js'
import type { PluginHook } from './plugin-hooks.js'

export interface HookCallsOptions extends HookBounds {
  /** The origin that is added to every event. Default: unknown. */
  readonly origin?: SessionOrigin
  /** Called for each hook that fails, and once for a hook that returns an invalid result. */
  readonly report: (problem: HermesError) => void
}

/** The hooks with one name. */
export type HooksFor<Event, Value> = readonly PluginHook<(event: Event) => Promise<Value> | Value>[]

/** Calls hooks with a time limit and with what is known about the session. Never throws. */
export interface HookCalls {
  /** Calls one hook. An invalid result counts as a failure. */
  ask<Event, Value>(
    name: keyof Hooks,
    hook: HooksFor<Event, Value | undefined>[number],
    event: Event,
    expected: HookResult<Value>,
  ): Promise<Contained<Value | undefined>>
  /** Calls one hook and ignores its result. */
  tell<Event>(name: keyof Hooks, hook: HooksFor<Event, void>[number], event: Event): Promise<void>
  /** Calls all hooks of a name, one after another. */
  observer<Event>(name: keyof Hooks, all: HooksFor<Event, void>): (event: Event) => Promise<void> | void
  /** Calls the hooks of a name until one returns a text. */
  firstText<Event>(
    name: keyof Hooks,
    all: HooksFor<Event, string | undefined>,
  ): (event: Event) => Promise<string | undefined>
}

export function createHookCalls(options: HookCallsOptions): HookCalls {
  const told = new Set<string>()

  async function call<Event, Value>(
    name: keyof Hooks,
    { plugin, hook, rest }: HooksFor<Event, Value>[number],
    event: Event,
  ): Promise<Contained<Value>> {
    // The timeout was reported when it happened.
    if (!rest.isOver) return { ok: false, problem: resting(nameOf(name, plugin)) }
    const bounds = unbound.includes(name) ? { limitMs: options.limitMs } : options
    const result = await containHook(nameOf(name, plugin), () => hook({ ...options.origin, ...event }), bounds)
    if (result.ok || !result.problem) return result
    if (result.problem.code === 'hook/time-limit') rest.begin()
    options.report(result.problem)
    return result
  }

  const calls: HookCalls = {
    async ask(name, hook, event, expected) {
      const result = await call(name, hook, event)
      if (!result.ok) return result
      const subject = nameOf(name, hook.plugin)
      try {
        return { ok: true, value: readHookResult(subject, result.value, expected) }
      } catch (error) {
        if (!HermesError.is(error)) throw error
        if (!told.has(subject)) options.report(error)
        told.add(subject)
        return { ok: false, problem: error }
      }
    },
    async tell(name, hook, event) {
      await call(name, hook, event)
    },
    observer(name, all) {
      if (all.length === 0) return nothing
      return async (event) => {
        for (const hook of all) await call(name, hook, event)
      }
    },
    firstText: (name, all) => async (event) => {
      for (const hook of all) {
        const result = await calls.ask(name, hook, event, textResult)
        if (result.ok && result.value !== undefined) return result.value
      }
      return undefined
    },
  }
  return calls
}

const nameOf = (hook: keyof Hooks, plugin: string) => `The hook ${hook} of "${plugin}"`

const nothing = () => undefined

/** Hooks that must also run after an interrupt, or that nothing waits for. */
const unbound: readonly (keyof Hooks)[] = [
  'subagent_stop',
  'on_session_end',
  'agent_loop_stopped',
  'on_stream_start',
  'on_stream_delta',
  'on_stream_end',
  'on_interim_message',
]

function resting(name: string): HermesError {
  return new HermesError(
    'hook/time-limit',
    `${name} took too long a moment ago: it is not called for ${hookRestMs / 1000} s.`,
  )
}
