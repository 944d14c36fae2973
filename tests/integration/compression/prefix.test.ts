import { createCompressor } from '@hermes/compressor'
import { createAgent, createMemoryStore, type JsonObject, type ToolDefinition, TransportError } from '@hermes/core'
import { call, fail, fakeTools, type ProviderReply, startFakeProvider, text } from '@hermes/testkit'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { withRetry } from '@hermes/transports/wrap'
import { expect, test } from 'vitest'
import { messagesOf, resultOf, tokensOf } from './long-work.js'

const turns = 200
const callsPerTurn = 2
const contextWindow = 48_000

/** The content that a provider's cache compares: the tools, the system prompt, then the messages. */
type Parts = readonly string[]

function partsOf(body: JsonObject): Parts {
  return [JSON.stringify(body.tools), ...messagesOf(body).map((message) => JSON.stringify(message))]
}

function commonLength(left: Parts, right: Parts): number {
  const different = left.findIndex((part, index) => part !== right[index])
  return different === -1 ? Math.min(left.length, right.length) : different
}

function lengthOf(parts: Parts): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Creates tools that change on reload, as those of a server may. */
function changingTools() {
  const tools = fakeTools({ work: ({ step }) => resultOf(Number(step)), fails: () => Promise.reject(new Error('No.')) })
  let added: readonly ToolDefinition[] = []
  return {
    executor: { ...tools, definitions: async () => [...added, ...(await tools.definitions())] },
    reload() {
      added = [{ name: `added_${added.length}`, description: 'New.', parameters: { type: 'object' } }, ...added]
    },
  }
}

/** Creates a model that repeats two calls and an answer, and whose provider is sometimes overloaded. */
function createModel() {
  let requests = 0
  let step = 0
  return (body: JsonObject): ProviderReply => {
    requests += 1
    if (requests % 200 === 0) return fail(new TransportError('overloaded', 'Later.', { status: 503, retryAfterMs: 1 }))
    const usage = { inputTokens: tokensOf(body) }
    step += 1
    if (step % (callsPerTurn + 1) === 0) return text(`Answer ${step}.`, { usage })
    return call(step % 7 === 0 ? 'fails' : 'work', { step }, { id: `call_${step}`, usage })
  }
}

test('keeps the request prefix byte-stable over two hundred turns, except after a compression', async () => {
  const tools = changingTools()
  let memory = 'Nothing yet.'
  await using provider = await startFakeProvider({ script: createModel() })
  const transport = withRetry(createOpenAIChatTransport({ baseUrl: provider.baseUrl, apiKey: 'made-up' }), {
    attempts: 3,
  })
  const options = {
    transport,
    model: { id: 'm', contextWindow },
    store: createMemoryStore(),
    tools: tools.executor,
    prompt: [
      { id: 'identity', content: 'You work.' },
      { id: 'memory', content: () => memory },
    ],
    contextEngine: createCompressor(),
  }
  let agent = createAgent(options)
  const breaks: number[] = []
  for (let turn = 1; turn <= turns; turn++) {
    memory = `Remembered in turn ${turn}.`
    if (turn % 20 === 0) tools.reload()
    // All knowledge about a session is in the store.
    if (turn % 25 === 0) agent = createAgent(options)
    const run = agent.run(`Question ${turn}?`, { sessionId: 's' })
    for await (const event of run)
      if (event.type === 'compression-end' && event.status === 'compressed') breaks.push(provider.requests.length)
    expect((await run.result).outcome.status).toBe('completed')
  }

  const requests = provider.requests.map(({ body }) => partsOf(body))
  expect(breaks.length).toBeGreaterThan(5)
  let possible = 0
  let cached = 0
  for (const [index, parts] of requests.entries()) {
    const before = requests[index - 1]
    if (!before) continue
    const common = commonLength(before, parts)
    possible += lengthOf(before)
    cached += lengthOf(parts.slice(0, common))
    if (!breaks.includes(index)) expect(common, `request ${index + 1}`).toBe(before.length)
  }
  // A compression rebuilds the sections, but the start of the conversation stays the same byte for byte.
  for (const index of breaks) {
    const [before, after] = [requests[index - 1], requests[index]].map((parts) => parts?.slice(2) ?? [])
    expect(requests[index]?.[1]).toContain('Remembered in turn')
    expect(commonLength(before ?? [], after ?? [])).toBeGreaterThanOrEqual(3)
  }
  expect(cached / possible).toBeGreaterThan(0.95)
}, 120_000)
