import { type Message, sanitizeTranscript } from '@hermes/core'
import { expect, test } from 'vitest'
import { placeSummary, takeSummary } from './summary-message.js'

const user: Message = { role: 'user', content: 'u' }
const answer: Message = { role: 'assistant', content: 'a' }
const turn: Message[] = [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 't', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'r' },
]
const before: Message[][] = [[], [user], [user, answer], [user, ...turn]]
const after: Message[][] = [[user], [answer, user], turn]

test.each(before.flatMap((head) => after.map((end) => [head, end] as const)))(
  'is inserted between %j and %j',
  (head, end) => {
    const { messages: placed } = placeSummary('## Goal\nTea', head, end)
    expect(sanitizeTranscript(placed)).toBe(placed)
    expect(takeSummary(placed, '## Goal\nTea')).toEqual({ messages: [...head, ...end], body: '## Goal\nTea' })
    expect(takeSummary(placed, undefined)).toEqual({ messages: [...head, ...end], body: '## Goal\nTea' })
  },
)

test('does not treat pasted text as a summary', () => {
  const { inserted } = placeSummary('## Goal\nTea', [answer], [answer])
  const messages = [user, answer, ...inserted]
  expect(takeSummary(messages, undefined)).toEqual({ messages, body: undefined })
})

test('keeps the question of the running turn as the newest user message', () => {
  const { messages, inserted } = placeSummary('## Goal\nTea', [user], turn)
  expect(messages).toEqual([...inserted, user, ...turn])
  expect(inserted.map(({ role }) => role)).toEqual(['user', 'assistant'])
})
