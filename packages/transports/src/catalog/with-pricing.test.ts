import { type ModelRequest, type Transport, TransportError, type TransportEvent, type Usage } from '@hermes/core'
import { fail, scripted, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { withFallback } from '../wrap/index.js'
import { withPricing } from './with-pricing.js'

const price = { input: 1_000_000, output: 2_000_000, source: 'test', version: '1' }
const usage: Usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
const request = { model: 'big', system: '', messages: [{ role: 'user', content: 'Hi' }], tools: [] } as const
const signal = new AbortController().signal

transportContract({
  name: 'priced openai-chat',
  create: ({ baseUrl, apiKey }) => withPricing(createOpenAIChatTransport({ baseUrl, apiKey }), () => price),
})

/** Creates a transport whose answer has this usage. */
function using(usage: Usage): Transport {
  return {
    id: 'using',
    apiMode: 'using',
    async *stream() {
      yield { type: 'finish', message: { role: 'assistant', content: 'ok' }, reason: 'stop', usage }
    },
  }
}

async function costOf(transport: Transport) {
  let last: TransportEvent | undefined
  for await (const event of transport.stream(request, { signal })) last = event
  return last?.type === 'finish' ? last.usage.cost : undefined
}

test('adds the cost to an answer, by the requested model', async () => {
  const transport = withPricing(using(usage), ({ model }) => (model === 'big' ? price : undefined))
  expect(await costOf(transport)).toEqual({ status: 'estimated', microUsd: 120, source: 'test', version: '1' })
  expect(await costOf(withPricing(using(usage), () => undefined))).toEqual({ status: 'unknown' })
})

test('keeps the cost that a transport reports', async () => {
  const cost = { status: 'estimated', microUsd: 7, source: 'the bill', version: '2' } as const
  expect(await costOf(withPricing(using({ ...usage, cost }), () => price))).toEqual(cost)
})

test('keeps the answer when looking up its price fails, and logs why', async () => {
  const logged: string[] = []
  const priceOf = () => {
    throw new Error('no such table')
  }
  const logger = { log: (level: string, message: string) => void logged.push(`${level}: ${message}`) }
  expect(await costOf(withPricing(using(usage), priceOf, { logger }))).toEqual({ status: 'unknown' })
  expect(logged).toEqual(['warn: The price of big could not be found: no such table'])
  expect(await costOf(withPricing(using(usage), priceOf))).toEqual({ status: 'unknown' })
})

test('prices the answer of a fallback as the model that gave it', async () => {
  const gone = scripted([fail(new TransportError('overloaded', 'Too busy.'))])
  const priceOf = ({ model }: Pick<ModelRequest, 'model'>) => (model === 'small' ? { ...price, input: 500_000 } : price)
  const chain = withFallback([
    { transport: withPricing(gone, priceOf) },
    { transport: withPricing(using(usage), priceOf), model: 'small' },
  ])
  expect(await costOf(chain)).toMatchObject({ microUsd: 70 })
})

test('passes deltas unchanged', async () => {
  const events: TransportEvent[] = []
  for await (const event of withPricing(scripted([text('Hello.')]), () => price).stream(request, { signal }))
    events.push(event)
  expect(events.slice(0, -1).every(({ type }) => type === 'text-delta')).toBe(true)
})
