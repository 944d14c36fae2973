import { type ContextEngine, type Message, textOf } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { checkHistories } from './check-histories.js'

/** Creates an engine that keeps the messages that `keep` returns, if there are fewer of them. */
function engineOf(keep: (messages: readonly Message[]) => readonly Message[]): ContextEngine {
  const size = (messages: readonly Message[]) => JSON.stringify(messages).length
  return {
    id: 'under test',
    shouldCompress: () => true,
    async compress({ messages, state }) {
      const kept = keep(messages)
      const [tokensBefore, tokensAfter] = [size(messages), size(kept)]
      if (tokensAfter >= tokensBefore) return { status: 'skipped', reason: 'It is all new.', state }
      return { status: 'compressed', messages: kept, state, tokensBefore, tokensAfter }
    },
  }
}

/** Returns the newest question and everything after it, which is valid. */
function fromNewestQuestion(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
}

const wrong: readonly (readonly [string, (messages: readonly Message[]) => readonly Message[]])[] = [
  ['cuts anywhere', (messages) => messages.slice(-4)],
  ['loses the question behind many tool turns', (messages) => messages.slice(messages.findLastIndex(isCall))],
  ['copies the question', (messages) => fromNewestQuestion(messages).map((message) => ({ ...message }))],
  ['keeps the first result of parallel calls only', (messages) => fromNewestQuestion(messages).filter(isFirstResult)],
  [
    'takes the picture out of the question',
    (messages) =>
      fromNewestQuestion(messages).map((message) =>
        message.role === 'user' && typeof message.content !== 'string'
          ? { ...message, content: textOf(message.content) }
          : message,
      ),
  ],
  ['drops a turn without text', (messages) => fromNewestQuestion(messages).filter((one) => !isSilentCall(one))],
]

describe.each([undefined, 2, 3, 5, 8, 13, 21, 34])('with seed %s', (seed) => {
  it('accepts a valid engine', () => checkHistories(engineOf(fromNewestQuestion), seed))

  it.each(wrong)('rejects an engine that %s', async (_, keep) => {
    await expect(checkHistories(engineOf(keep), seed)).rejects.toThrow('Property failed')
  })
})

function isCall(message: Message): boolean {
  return message.role === 'assistant' && message.tool_calls !== undefined
}

function isSilentCall(message: Message): boolean {
  return isCall(message) && message.content === null
}

function isFirstResult(message: Message, index: number, messages: readonly Message[]): boolean {
  return message.role !== 'tool' || messages[index - 1]?.role !== 'tool'
}
