import { createAgent, createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { describeAside } from '../../commands/built-in/work/aside.js'
import type { StartingTurn } from '../../contracts/starting-turn.js'
import { createConversations } from '../create-conversations.js'

const ada = { person: { id: 'ada', role: 'user' }, surface: { kind: 'chat' } } as const

test('refuses a turn that is not admitted, and asks about later turns when they start', async () => {
  const store = createMemoryStore()
  const transport = scripted([text('One.'), text('Three.')])
  const agent = createAgent({ transport, store, model: { id: 'm' } })
  const asked: StartingTurn[] = []
  let running = 0
  await using conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
    async admitTurn(turn) {
      if (asked.push(turn) === 2) return { refusal: 'Not now.' }
      running += 1
      return {
        end() {
          running -= 1
        },
      }
    },
  })
  const conversation = await conversations.open({ seed: {} })
  const submissions = ['1', '2', '3'].map((id) => conversation.submit({ id, content: `Message ${id}` }, ada))
  const ends = await Promise.all(submissions.map(({ ended }) => ended))
  expect(ends).toMatchObject([
    { result: { finalResponse: 'One.' } },
    { status: 'refused', reason: 'not-admitted', message: 'Not now.' },
    { result: { finalResponse: 'Three.' } },
  ])
  expect(asked).toMatchObject([1, 2, 3].map(() => ({ id: conversation.id, by: { id: 'ada' }, isContinued: false })))
  expect(running).toBe(0)
  expect(JSON.stringify(transport.requests)).not.toContain('Message 2')
  const again = conversation.submit({ id: '1', content: 'Message 1' }, ada)
  expect((await again.ended).status).toBe('duplicate')
})

test('tells the person who started a background session why it was not admitted', () => {
  const end = { status: 'refused', reason: 'not-admitted', message: 'The budget is spent.' } as const
  const told = describeAside({ id: 'a', kind: 'background' }, end)
  expect(told).toBe('The background session did not run. The budget is spent. /resume a shows it.')
})
