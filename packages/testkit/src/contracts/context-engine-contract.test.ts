import type { ContextEngine, ContextSnapshot, Message } from '@hermes/core'
import { contextEngineContract } from './index.js'

/** Creates the simplest valid engine, which keeps the newest question with the newest tool turn after it. */
function createForgetful(): ContextEngine {
  return {
    id: 'forgetful',
    shouldCompress: ({ messages, contextWindow, state }) =>
      tokensOf(messages) > Math.max(contextWindow / 2, Number(state.kept ?? 0)),
    async compress(snapshot, { signal, force = false }) {
      signal.throwIfAborted()
      const { messages, state } = snapshot
      if (!force && !this.shouldCompress(snapshot)) return { status: 'skipped', reason: 'It fits.', state }
      const kept = keep(snapshot)
      const tokens = { tokensBefore: tokensOf(messages), tokensAfter: tokensOf(kept) }
      if (tokens.tokensAfter >= tokens.tokensBefore) return { status: 'skipped', reason: 'It is all new.', state }
      return { status: 'compressed', messages: kept, state: { kept: tokens.tokensAfter }, ...tokens }
    },
  }
}

function keep({ messages }: ContextSnapshot): readonly Message[] {
  const question = messages.findLastIndex((message) => message.role === 'user')
  const turn = messages.findLastIndex((message) => message.role === 'assistant' && message.tool_calls !== undefined)
  const end = messages.findIndex((message, index) => index > turn && message.role !== 'tool')
  const newest = messages.slice(question, question + 1)
  return turn < question ? newest : [...newest, ...messages.slice(turn, end === -1 ? undefined : end)]
}

function tokensOf(messages: readonly Message[]): number {
  return Math.ceil(JSON.stringify(messages).length / 4)
}

contextEngineContract({ name: 'forgetful', create: createForgetful })
