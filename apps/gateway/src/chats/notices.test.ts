import type { JsonObject } from '@hermes/core'
import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../testing/left-in-queue.js'
import { serveChats } from '../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

test('a chat is told when its background work has ended', async () => {
  const { network, shown } = await serveChats({ script: () => text('There are nine.') })
  network().say({ text: '/bg count the planets', chatId: 'team', threadId: '7' })
  await expect.poll(() => shown().length, patient).toBe(2)
  expect(shown()[0]).toMatch(/^It runs in the session \S+\. You will be notified when it has ended\.$/)
  expect(shown()[1]).toMatch(/^The background session has ended: There are nine\. \/resume \S+ shows it\.$/)
  expect(network().shown[1]).toMatchObject({ chatId: 'team', threadId: '7' })
})

test('background work that was cut off by a stop of the gateway continues afterwards, and its chat is told once', async () => {
  let isBack = false
  const { network, shown, provider, start, stop } = await serveChats({
    script: () => (isBack ? text('There are nine.') : hang()),
  })
  network().say({ text: '/bg count the planets', chatId: 'team', threadId: '7' })
  await expect.poll(() => shown(), patient).toEqual([expect.stringMatching(/^It runs in the session/)])
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  await stop()
  expect(shown()).toHaveLength(1)
  isBack = true
  const next = await start()
  await expect.poll(() => shown().length, patient).toBe(2)
  expect(shown()[1]).toMatch(/^The background session has ended: There are nine\. \/resume \S+ shows it\.$/)
  expect(network().shown[1]).toMatchObject({ chatId: 'team', threadId: '7' })
  await expect.poll(() => leftInQueue(next.store), patient).toEqual([])
})

test('the person who started background work can resume its session, and others cannot', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { allow_from: ['bob', 'eve'] } },
    script: () => text('There are nine.'),
  })
  const say = (line: string, id: string) => network().say({ text: line, sender: { id }, chatId: id })
  say('/bg count the planets', 'bob')
  await expect.poll(() => shown().length, patient).toBe(2)
  const [, resume = ''] = / (\/resume \S+) shows it/.exec(shown().join()) ?? []
  say(resume, 'eve')
  await expect.poll(() => shown()[2], patient).toMatch(/^No session has the id/)
  say(resume, 'bob')
  await expect.poll(() => shown()[3], patient).toMatch(/^You continue \S+, 2 messages/)
  say('and how many moons?', 'bob')
  await expect.poll(() => shown()[4], patient).toBe('There are nine.')
})

const isJudge = (body: JsonObject) => JSON.stringify(body.messages).includes('unreached')
const reached = JSON.stringify({ verdict: 'reached', reason: 'The docs are there.' })
const written = 'The docs are written: a page for each command, and an example for each page. '

test.each([
  ['shown while it is written', true],
  ['sent when it is complete', false],
])('a goal is reported below its answer, which is %s', async (_, stream) => {
  const { network, shown } = await serveChats({
    platforms: { net: { admins: ['ada'], stream } },
    script: (body) => (isJudge(body) ? text(reached) : text(written.repeat(4).trim())),
  })
  network().say({ text: '/goal write the docs' })
  await expect.poll(() => shown().at(-1), patient).toBe('The goal is reached: The docs are there.')
  await expect.poll(() => shown().slice(0, -1).join(' '), patient).toBe(written.repeat(4).trim())
  expect(shown().length).toBeGreaterThan(2)
})

test('a goal that cannot be judged is also reported below the answer', async () => {
  const { network, shown } = await serveChats({
    script: (body) => text(isJudge(body) ? 'I cannot say.' : 'Written.'),
  })
  network().say({ text: '/goal write the docs' })
  await expect.poll(() => shown(), patient).toEqual(['Written.', expect.stringMatching(/^The goal is paused/)])
})

test('only the chat of a goal is told that it is reached', async () => {
  const { network, shown } = await serveChats({
    script: (body) => text(isJudge(body) ? reached : 'Written.'),
  })
  network().say({ text: 'hello', chatId: 'other' })
  await expect.poll(() => shown().length, patient).toBe(1)
  network().say({ text: '/goal write the docs', chatId: 'team' })
  await expect.poll(() => shown(), patient).toContain('The goal is reached: The docs are there.')
  expect(network().shown.filter(({ chatId }) => chatId === 'other')).toHaveLength(1)
})
