import type { AssistantMessage, Message } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyHistory } from '../../testing/any-history.js'
import { createRequestWriter, type RequestWriter } from './to-wire.js'

const target = { id: 'openai-chat', baseUrl: 'https://model.example/v1' }

function textOf(body: ReturnType<RequestWriter['write']>): string {
  return Buffer.concat(body instanceof Uint8Array ? [body] : body).toString()
}

const own: fc.Arbitrary<AssistantMessage> = fc.string().map((text) => ({
  role: 'assistant',
  content: text,
  provider_data: {
    'openai-chat': {
      origin: 'https://model.example',
      model: 'm',
      reasoning_details: [{ type: 'reasoning.text', text }],
    },
  },
}))

test('writes the same request with and without a cached history', () => {
  fc.assert(
    fc.property(
      anyHistory(own, [{ other: { secret: 'theirs' } }]),
      fc.constantFrom('', 'Be brief.'),
      (history, system) => {
        const writer = createRequestWriter(target)
        const frozen = history.map((message): Message => Object.freeze({ ...message }))
        for (let count = 0; count <= frozen.length; count++) {
          const request = { model: 'm', system, messages: frozen.slice(0, count), tools: [] }
          const rebuilt = createRequestWriter(target).write({ ...request, messages: history.slice(0, count) }, true)
          expect(textOf(writer.write(request, true))).toBe(textOf(rebuilt))
        }
      },
    ),
  )
})
