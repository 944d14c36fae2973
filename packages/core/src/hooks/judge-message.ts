import type { DispatchEvent } from '../contracts/turn/gateway-hooks.js'
import { deepFreeze } from '../json/deep-freeze.js'
import type { HookCalls } from './hook-calls.js'
import { dispatchVerdictResult } from './hook-result.js'
import type { PluginHooks } from './plugin-hooks.js'

export type JudgedMessage =
  /** The verdict on a message. `text` replaces that of the message. */
  { readonly action: 'serve'; readonly text?: string } | { readonly action: 'skip'; readonly reason: string }

/** Decides how to handle a message of a chat. */
export type JudgeMessage = (event: DispatchEvent) => Promise<JudgedMessage>

/**
 * Creates a judge that asks the hooks before a message is served. Anything that is not a verdict skips it: a faulty guard must let nothing
 * through. Returns `undefined` if no plugin has such a hook.
 */
export function messageJudge(
  { pre_gateway_dispatch: hooks }: PluginHooks,
  { ask }: HookCalls,
): JudgeMessage | undefined {
  if (hooks.length === 0) return undefined
  return async ({ source, message }) => {
    let current = deepFreeze(structuredClone(message))
    let text: string | undefined
    for (const hook of hooks) {
      const result = await ask('pre_gateway_dispatch', hook, { source, message: current }, dispatchVerdictResult)
      if (!result.ok) return skipped(result.problem?.message)
      const verdict = result.value
      if (verdict?.action === 'skip') return skipped(verdict.reason ?? `"${hook.plugin}" skipped it.`)
      if (verdict?.action !== 'rewrite') continue
      text = verdict.text
      current = deepFreeze({ ...current, text })
    }
    if (text?.trim() === '' && message.attachments.length === 0) return skipped('nothing was left of its text.')
    return { action: 'serve', ...(text !== undefined && { text }) }
  }
}

function skipped(reason = 'its hook was interrupted.'): JudgedMessage {
  return { action: 'skip', reason }
}
