import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

test('a chat is told when work in the background has ended', async () => {
  const { network, shown } = await serveChats({ script: () => text('There are nine.') })
  network().say({ text: '/bg count the planets', chatId: 'team', threadId: '7' })
  await expect.poll(() => shown().length, patient).toBe(2)
  expect(shown()[0]).toMatch(/^It runs in the session \S+\. You will be notified when it has ended\.$/)
  expect(shown()[1]).toMatch(/^The background session has ended: There are nine\. \/resume \S+ shows it\.$/)
  expect(network().shown[1]).toMatchObject({ chatId: 'team', threadId: '7' })
})

test('a chat is told that its goal is reached, and no other chat', async () => {
  const { network, shown } = await serveChats({
    script: (body) => {
      const isJudge = JSON.stringify(body.messages).includes('unreached')
      return text(isJudge ? JSON.stringify({ verdict: 'reached', reason: 'The docs are there.' }) : 'Written.')
    },
  })
  network().say({ text: 'hello', chatId: 'other' })
  await expect.poll(() => shown().length, patient).toBe(1)
  network().say({ text: '/goal write the docs', chatId: 'team' })
  await expect.poll(() => shown(), patient).toContain('The goal is reached: The docs are there.')
  expect(network().shown.filter(({ chatId }) => chatId === 'other')).toHaveLength(1)
})
