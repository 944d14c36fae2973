import { createMemoryStore, type Message } from '@hermes/core'
import { notFromUser } from '@hermes/core/sessions'
import { formatProcessReports, wakeHeading } from '@hermes/safety'
import { expect, test } from 'vitest'
import { rewindConversation } from './rewind-conversation.js'
import { storedExchange } from './stored-exchange.js'

const report = { session_id: 'proc_1', command: 'npm test', status: 'exited', exit_code: 0, output: '' }
const news = formatProcessReports([report])
const user = (content: string, id?: string) => ({ role: 'user' as const, content, id })
const answer = (content: string) => ({ role: 'assistant' as const, content, id: undefined })

async function storeWith(...messages: readonly (Message & { readonly id: string | undefined })[]) {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 0 })
  for (const { id, ...message } of messages)
    await store.messages.append('s', [{ message, timestampMs: 0, ...(id !== undefined && { platformMessageId: id }) }])
  return store
}

test('news that joined a turn belongs to its exchange and does not hide the answer', async () => {
  const store = await storeWith(user('build it', 'a'), user(news), answer('Built.'))
  expect(await storedExchange(store, 's', 'a')).toMatchObject({ reply: 'Built.', isLatest: true })
})

test('a message that made a turn continue belongs to its exchange, and the last answer counts', async () => {
  const store = await storeWith(
    user('build it', 'a'),
    answer('Half done.'),
    user(`${notFromUser('the turn goes on.')}\nRun the tests.`),
    answer('Done.'),
  )
  expect(await storedExchange(store, 's', 'a')).toMatchObject({ reply: 'Done.', isLatest: true })
})

test('a turn that news started is a separate exchange', async () => {
  const woken = formatProcessReports([report], wakeHeading)
  const store = await storeWith(
    user('build it', 'a'),
    answer('It runs.'),
    user(woken, 'w'),
    user(news),
    answer('Built.'),
  )
  expect(await storedExchange(store, 's', 'a')).toMatchObject({ reply: 'It runs.', isLatest: false })
  expect(await storedExchange(store, 's', 'w')).toMatchObject({ reply: 'Built.', isLatest: true })
})

test('taking back an exchange also takes back the news that joined it', async () => {
  const store = await storeWith(user('hello'), answer('Hi.'), user('build it'), user(news), answer('Built.'))
  const signal = AbortSignal.timeout(10_000)
  const taken = await rewindConversation('s', { store, generateId: () => 'next', signal })
  expect(taken).toMatchObject({ content: 'build it', messagesLeft: 2 })
})

test('a conversation without a turn has nothing to take back', async () => {
  const options = { store: createMemoryStore(), generateId: () => 'next', signal: AbortSignal.timeout(10_000) }
  await expect(rewindConversation('s', options)).rejects.toMatchObject({ code: 'conversation/nothing-to-undo' })
})
