import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'

const patient = { timeout: 15_000 }
const modes = ['queue', 'steer', 'interrupt'] as const

/** The model never answers a task. */
const open = (busy_mode: (typeof modes)[number], settings: { readonly batch_seconds?: number } = {}) =>
  serveChats({
    platforms: { net: { admins: ['ada'], busy_mode, stream: false, ...settings } },
    script: (body) => {
      const said = String(Object(body).messages.at(-1).content)
      return said.endsWith('task') ? hang() : text(`About ${said.split('\n').at(-1)}.`)
    },
  })

test.each(modes)('/stop ends the turn of the message before it, which has not begun: %s', async (mode) => {
  const { network, shown, store } = await open(mode)
  for (const line of ['the task', '/stop']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toContain('The turn was ended.')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  network().say({ text: 'tea' })
  await expect.poll(() => shown().at(-1), patient).toBe('About tea.')
})

test.each(modes)('/stop ends no turn of a message behind it: %s', async (mode) => {
  const { network, shown } = await open(mode)
  for (const line of ['the task', '/stop', 'tea']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toContain('About tea.')
  expect(shown()).toContain('The turn was ended.')
  for (const line of ['/stop', 'milk']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toContain('About milk.')
  expect(shown()).toContain('Nothing runs.')
})

test('/stop ends the turn that an earlier command asks for', async () => {
  const { network, shown, store } = await open('queue')
  for (const line of ['/queue the task', '/stop']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toContain('The turn was ended.')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
})

test('/stop ends a burst that is still being joined', async () => {
  const { network, shown, store, provider } = await open('queue', { batch_seconds: 0.2 })
  for (const line of ['one', 'the task', '/stop']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toContain('The turn was ended.')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  expect(provider.requests.length).toBeLessThanOrEqual(1)
})

test('/stop ends a message that interrupts a turn, and leaves one that waits for its end', async () => {
  const { network, shown, provider, store } = await open('interrupt')
  network().say({ text: 'the task' })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  for (const line of ['another task', '/stop']) network().say({ text: line })
  await expect.poll(() => shown(), patient).toContain('The turn was ended.')
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  network().say({ text: 'the third task' })
  await expect.poll(() => JSON.stringify(provider.requests.at(-1)?.body), patient).toContain('the third task')
  for (const line of ['/busy queue', 'tea', '/stop']) network().say({ text: line })
  await expect.poll(() => shown().at(-1), patient).toBe('About tea.')
})
