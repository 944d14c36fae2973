import { type ContextEngine, type Message, textOf } from '@hermes/core'
import type { Scenario } from './scenario.js'
import type { World } from './world.js'

/**
 * Creates an engine that compresses a conversation with more than `over` messages to the newest task and its latest
 * work.
 */
export function createFaultyEngine({ over, how }: NonNullable<Scenario['compression']>, world: World): ContextEngine {
  return {
    id: 'faulty',
    shouldCompress: ({ messages }) => !world.isHealed && messages.length > over,
    async compress({ messages, state }, { signal }) {
      await world.wait()
      signal.throwIfAborted()
      if (how === 'fails') {
        world.faults.push('run/unexpected')
        throw new Error('The engine failed as planned.')
      }
      const kept = shorten(messages)
      if (how === 'skips' || kept.length === messages.length) return { status: 'skipped', reason: 'As planned.', state }
      return { status: 'compressed', messages: kept, state, tokensBefore: messages.length, tokensAfter: kept.length }
    },
  }
}

function shorten(messages: readonly Message[]): readonly Message[] {
  const asked = messages.findLastIndex(({ role, content }) => role === 'user' && /turn \d/.test(textOf(content)))
  const acted = messages.findLastIndex(({ role }) => role === 'assistant')
  return acted > asked ? messages.filter((_, index) => index === asked || index >= acted) : messages.slice(asked)
}
