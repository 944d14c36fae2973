import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionStore } from '@hermes/core'
import { type ChooseReply, call, hang, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { outboxQueue, repliesQueue } from '../network/queues.js'

const patient = { timeout: 20_000 }

/** Returns what people and Hermes said in a request, without tool calls and their results. */
const saidIn = (body: unknown): readonly string[] =>
  Object(body)
    .messages.filter(({ role }: { readonly role: string }) => role === 'user')
    .flatMap(({ content }: { readonly content: string }) => content.split('\n\n'))

/** Returns the items that are still to be answered or sent. */
async function owedIn({ queue }: SessionStore) {
  const [replies = [], outbox = []] = await Promise.all([
    queue?.list({ queue: repliesQueue }),
    queue?.list({ queue: outboxQueue }),
  ])
  return [...replies, ...outbox].map(({ id }) => id)
}

/** Opens a chat in the busy mode `steer` whose first turn runs a command until it is released. */
async function openSteered(answer: (newest: string, number: number) => ReturnType<ChooseReply>) {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-steers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const wait = call('terminal', { command: `until [ -e ${folder}/go ]; do sleep 0.02; done` })
  const served = await serveChats({
    platforms: { net: { admins: ['ada'], busy_mode: 'steer', tool_progress: 'off' } },
    settings: { approvals: { mode: 'off' }, terminal: { sandbox: 'off' } },
    script: (body, number) => (number === 1 ? wait : answer(saidIn(body).at(-1) ?? '', number)),
  })
  const { provider } = served
  const say = (words: string) => served.network().say({ text: words })
  const asked = () => saidIn(provider.requests.at(-1)?.body)
  say('one')
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  return { ...served, say, asked, letGo: () => writeFile(join(folder, 'go'), '') }
}

test('a turn with steers is answered once after a restart', async () => {
  const { say, asked, letGo, store, shown, stop, start } = await openSteered((newest, number) =>
    number === 2 ? hang() : text(`Answer to ${newest}.`),
  )
  say('two')
  say('three')
  await expect.poll(() => store.queue?.list({ queue: 'inputs' }), patient).toHaveLength(2)
  await letGo()
  await expect.poll(asked, patient).toEqual(['one', 'two', 'three'])
  await stop()
  say('four')
  const again = await start()
  await expect.poll(asked, patient).toEqual(['one', 'two', 'three', 'four'])
  await expect.poll(() => owedIn(again.store), patient).toEqual([])
  expect(shown()).toEqual(['Answer to three.', 'Answer to four.'])
})

test('unread steers are answered once each after a restart, whatever arrives in the meantime', async () => {
  const goOn = Promise.withResolvers<void>()
  const slowly = { pace: { pieceSize: 5, pieceDelayMs: 10 } }
  const { say, asked, store, provider, shown, stop, start } = await openSteered(async (newest) => {
    await goOn.promise
    return text(`This is the answer to ${newest}, which is long enough to be shown early.`, slowly)
  })
  const words = ['two', 'three', 'four', 'five', 'six']
  for (const word of words.slice(0, 2)) say(word)
  await expect.poll(() => store.queue?.list({ queue: 'inputs' }), patient).toHaveLength(2)
  await stop()
  const again = await start()
  await expect.poll(() => provider.requests.length, patient).toBe(2)
  for (const word of words.slice(2)) {
    say(word)
    await expect.poll(() => again.store.queue?.list({ queue: 'inputs' }), patient).toHaveLength(words.indexOf(word) + 1)
  }
  goOn.resolve()
  await expect.poll(asked, patient).toEqual(['one', ...words])
  await expect.poll(() => owedIn(again.store), patient).toEqual([])
  expect(shown()).toEqual(
    ['one', ...words].map((word) => `This is the answer to ${word}, which is long enough to be shown early.`),
  )
})
