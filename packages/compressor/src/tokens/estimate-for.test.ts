import type { Message } from '@hermes/core'
import { expect, test } from 'vitest'
import { estimateFor } from './estimate-for.js'
import { createTokenCounter } from './token-counter.js'

const messages: readonly Message[] = [
  { role: 'user', content: 'How many lines has the file?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'terminal', arguments: '{"command":"wc -l"}' } }],
  },
  { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
]

test.each(['gpt-5', 'claude-sonnet-4.5', 'qwen3', 'deepseek-chat'])(
  'estimates the same for %s as a token counter',
  (model) => {
    const counter = createTokenCounter({ model })
    const estimate = estimateFor(model)
    expect(messages.map(estimate)).toEqual(messages.map(counter.countMessage))
    expect(estimate('How many lines?')).toBe(counter.countText('How many lines?'))
  },
)
