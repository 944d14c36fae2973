import type { MessageContent, Plugin } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import { isFenced } from '@hermes/tools'

/** Tracks the sessions whose model has read untrusted text, by the marks around it, whichever tool returned it. */
export interface UntrustedSessions {
  has(sessionId: string): boolean
  readonly hooks: Pick<NonNullable<Plugin['hooks']>, 'post_tool_call' | 'subagent_stop'>
}

export function createUntrustedSessions(): UntrustedSessions {
  const sessions = createBoundedMap<true>(10_000)
  return {
    has: (sessionId) => sessions.get(sessionId) === true,
    hooks: {
      post_tool_call({ sessionId, result }) {
        if (textsOf(result.content).some(isFenced)) sessions.set(sessionId, true)
      },
      // Text that a sub-agent has read influences its report.
      subagent_stop({ sessionId, childSessionId }) {
        if (sessions.get(childSessionId)) sessions.set(sessionId, true)
      },
    },
  }
}

function textsOf(content: MessageContent): readonly string[] {
  return typeof content === 'string' ? [content] : content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}
