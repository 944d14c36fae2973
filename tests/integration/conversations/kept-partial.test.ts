import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConversations, type Sender } from '@hermes/conversations'
import { createAgent, type Message, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { hang, startFakeProvider, text } from '@hermes/testkit'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { expect, onTestFinished, test } from 'vitest'

const owner: Sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } }

async function world(script: Parameters<typeof startFakeProvider>[0]['script']) {
  const provider = await startFakeProvider({ script })
  const folder = mkdtempSync(join(tmpdir(), 'hermes-partial-'))
  onTestFinished(async () => {
    await provider.close()
    rmSync(folder, { recursive: true, maxRetries: 5 })
  })
  /** Starts a process on the shared store. */
  async function start() {
    const store = await createSqliteStore({ path: join(folder, 'state.db') })
    const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl, apiKey: 'key' })
    const agent = createAgent({ transport, model: { id: 'm' }, store })
    const conversations = createConversations({
      store,
      agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
    })
    return {
      store,
      agent,
      conversations,
      async [Symbol.asyncDispose]() {
        await conversations[Symbol.asyncDispose]()
        await store[Symbol.asyncDispose]()
      },
    }
  }
  return { provider, start }
}

const half = hang(text('The three colours are red, gre'))

/** Runs a turn that is interrupted as soon as something was shown, and keeps what was shown. */
async function interrupted(start: Awaited<ReturnType<typeof world>>['start']): Promise<string> {
  await using process = await start()
  const run = process.agent.run('Which colours?')
  let shown = ''
  for await (const event of run) {
    if (event.type !== 'text-delta') continue
    shown += event.text
    if (shown.endsWith('gre')) run.interrupt('Wait.', { keepPartial: true })
  }
  return run.sessionId
}

const contentsOf = (messages: readonly Message[]) => messages.map(({ role, content }) => `${role}: ${textOf(content)}`)

test('a kept partial answer is continued in another process, without doubled text, on the same prefix', async () => {
  const { provider, start } = await world([half, text('are red, green and blue.'), text('Green.')])
  const id = await interrupted(start)
  await using process = await start()
  const conversation = await process.conversations.open({ id })
  expect(conversation.state.canContinue).toBe(true)
  const end = await conversation.continue(owner).ended
  expect(end).toMatchObject({ result: { finalResponse: 'The three colours are red, green and blue.' } })
  expect(conversation.state.canContinue).toBe(false)
  expect(contentsOf((await process.store.messages.load(id)).map(({ message }) => message))).toEqual([
    'user: Which colours?',
    'assistant: The three colours are red, gre',
    'assistant: en and blue.',
  ])
  await conversation.submit({ content: 'Which one is in the middle?' }, owner).ended
  const [first, second, third] = provider.requests.map(({ body }) => JSON.parse(JSON.stringify(body.messages)))
  expect(second.slice(0, first.length)).toEqual(first)
  expect(second.slice(first.length)).toMatchObject([
    { role: 'assistant', content: 'The three colours are red, gre' },
    { role: 'user', content: expect.stringContaining('Continue exactly where it stops') },
  ])
  expect(third.slice(0, first.length)).toEqual(first)
  expect(JSON.stringify(third)).not.toContain('Continue exactly')
})

test('a new message after a kept partial answer starts a new turn', async () => {
  const { provider, start } = await world([half, text('Gladly: one, two.')])
  const id = await interrupted(start)
  await using process = await start()
  const conversation = await process.conversations.open({ id })
  await conversation.submit({ content: 'Rather count.' }, owner).ended
  expect(conversation.state.canContinue).toBe(false)
  expect(JSON.stringify(provider.requests[1]?.body.messages)).not.toContain('Continue exactly')
})

test('an answer that is interrupted again only keeps what is new', async () => {
  const { start } = await world([half, hang(text('en and')), text(' blue.')])
  const id = await interrupted(start)
  await using process = await start()
  const run = process.agent.resume(id)
  let shown = ''
  for await (const event of run) {
    if (event.type === 'text-delta') shown += event.text
    if (shown === 'en and') run.interrupt('Wait.', { keepPartial: true })
  }
  const { finalResponse } = await process.agent.resume(id).result
  expect(finalResponse.endsWith('en and blue.')).toBe(true)
  const stored = (await process.store.messages.load(id)).map(({ message }) => textOf(message.content))
  expect(stored.slice(1)).toEqual(['The three colours are red, gre', 'en and', ' blue.'])
})
