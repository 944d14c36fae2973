import { createConversations } from '@hermes/conversations'
import { type AgentEvent, createAgent, createMemoryStore, HermesError, StoreError } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { streamCompletion } from './stream-completion.js'

/** Returns the stream of a turn whose events fail, and the log of the operator. */
async function streamOf(failure: Error) {
  const store = createMemoryStore()
  const agent = createAgent({ transport: scripted([text('Hi.')]), model: { id: 'm' }, store })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p' } })
  const conversations = createConversations({ store, agentFor })
  onTestFinished(() => conversations[Symbol.asyncDispose]())
  const conversation = await conversations.open({ seed: { source: 'api' } })
  const submission = conversation.submit(
    { content: 'hello', as: 'message' },
    { surface: { kind: 'api' }, person: { id: 'ada', role: 'user' } },
  )
  async function* events(): AsyncGenerator<AgentEvent> {
    yield { type: 'text-delta', text: 'H' }
    throw failure
  }
  const logged: unknown[] = []
  const app = new Hono().get('/', (context) =>
    streamCompletion(context, submission, {
      events: events(),
      identity: { id: 'c', created: 0, model: 'm' },
      includeUsage: false,
      logger: { log: (...line) => void logged.push(line) },
      onLeave: () => undefined,
      onEnd: () => undefined,
    }),
  )
  const body = await (await app.request('/')).text()
  await submission.ended
  return { body, logged: JSON.stringify(logged) }
}

test('a client does not learn where a store is that fails during a stream, but the log does', async () => {
  const where = 'No server listens at 10.0.0.7:5432/hermes: start PostgreSQL there.'
  const { body, logged } = await streamOf(new StoreError('unavailable', where))
  expect(body).toContain('"code":"store_unavailable"')
  expect(body).toContain('The store does not answer. Try again in a moment.')
  expect(body).not.toContain('10.0.0.7')
  expect(logged).toContain('10.0.0.7:5432')
})

test('a client reads why its events ended if it caused the failure', async () => {
  const { body, logged } = await streamOf(new HermesError('gateway/too-slow', 'The client read too slowly.'))
  expect(body).toContain('"code":"gateway/too-slow"')
  expect(body).toContain('The client read too slowly.')
  expect(logged).toContain('The client read too slowly.')
})
