import { reasoning, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { testKey } from '../../../testing/open-test-gateway.js'
import { serveChats } from '../../../testing/serve-chats.js'

test.each([
  [true, 'Hm.'],
  [false, ''],
])('streams reasoning when the setting is %s as %o', async (isShown, thought) => {
  const script = [reasoning('Hm.', text('Done.'))]
  const { gateway } = await serveChats({ script, platforms: {}, settings: { display: { show_reasoning: isShown } } })
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], stream: true }),
  })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  const deltas = lines.map((line) => JSON.parse(line.slice('data: '.length)).choices[0].delta)
  expect(deltas.map(({ reasoning_content: sent = '' }) => sent).join('')).toBe(thought)
  expect(deltas.map(({ content = '' }) => content).join('')).toBe('Done.')
})
