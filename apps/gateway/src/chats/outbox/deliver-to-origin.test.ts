import { textOf } from '@hermes/core'
import { openJobs, openScheduler } from '@hermes/runtime'
import { call, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { startJobs } from '../../program/start-jobs.js'

const patient = { timeout: 10_000 }
const arrived = '⏰ **tea**\n\nThe tea is ready.'

/** Starts a gateway in whose chat `chat-1` the agent was asked for a reminder about the tea. */
async function serveReminder() {
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], stream: false } },
    script: (request) => {
      const { role, content } = Object(request).messages.at(-1)
      if (role === 'tool') return text('I will.')
      if (content === 'Remind.') return text('The tea is ready.')
      if (content !== 'remind me') return text(`Read: ${content}`)
      return call('cronjob', { action: 'create', name: 'tea', schedule: '30m', prompt: 'Remind.' })
    },
  })
  chats.network().say({ text: 'remind me' })
  await expect.poll(() => chats.shown(), patient).toEqual(['I will.'])
  const book = openJobs(chats.store, chats.host.config.cron)
  const job = (await book.list())[0]
  if (!job) throw new Error('There is no job.')
  /** Returns the record of the latest run. */
  const record = async ({ host, store }: Pick<typeof chats, 'host' | 'store'> = chats) => {
    const book = openJobs(store, host.config.cron)
    const [run] = await book.runs(job.id)
    const receipts = run?.deliveries.map(({ target, state, detail }) => [target, state, detail])
    return { receipts, status: (await book.get(job.id)).lastRun?.status, incidents: await book.incidents() }
  }
  /** Runs the job, and resolves to its record. */
  const fire = async ({ host, gateway, store }: Pick<typeof chats, 'host' | 'gateway' | 'store'> = chats) => {
    const book = openJobs(store, host.config.cron)
    await book.requestRun(job.id)
    const jobs = startJobs(host, { workingDirectory: chats.home, say: () => undefined, deliveries: gateway.deliveries })
    onTestFinished(() => jobs.stop(0))
    await expect.poll(async () => (await book.get(job.id)).pending, patient).toBeUndefined()
    await jobs.stop(0)
    return record({ host, store })
  }
  /** Checks on waiting messages, and resolves to the record of the run. */
  const follow = async () => {
    const { host, gateway, home } = chats
    const scheduler = openScheduler(host, { workingDirectory: home, deliveries: gateway.deliveries })
    await scheduler.tick(new AbortController().signal)
    return record()
  }
  /** Returns the texts of the conversation in which the job was created. */
  const stored = async ({ store }: Pick<typeof chats, 'store'> = chats) =>
    (await store.messages.load(job.origin ?? '')).map(({ message: { content } }) => textOf(content))
  return { ...chats, job, fire, follow, stored }
}

test('a job that was created in a chat answers there, and a reply continues with it', async () => {
  const { fire, shown, stored, network } = await serveReminder()
  const { receipts } = await fire()
  expect(shown()).toEqual(['I will.', expect.stringContaining(arrived)])
  expect(receipts).toEqual([
    ['local', 'delivered', expect.any(String)],
    ['origin', 'delivered', 'net:chat-1'],
  ])
  network().say({ text: 'thanks', messageId: '2' })
  await expect.poll(() => shown().at(-1), patient).toBe('Read: thanks')
  expect((await stored()).filter((each) => each.includes('The tea is ready.'))).toEqual([
    '[Scheduled job "tea"]\n\nThe tea is ready.',
  ])
})

test('a chat gets one message if several targets lead to it', async () => {
  const { store, host, job, fire, shown } = await serveReminder()
  await openJobs(store, host.config.cron).edit(job.id, { deliver: ['net:chat-1', 'origin', 'all'] })
  const { receipts } = await fire()
  expect(shown()).toHaveLength(2)
  expect(receipts).toEqual([['net:chat-1', 'delivered', 'net:chat-1']])
})

test('the delivery fails if the network of the chat was removed', async () => {
  const { fire, stored, stop, start } = await serveReminder()
  await stop()
  const later = await start({})
  const { receipts, status } = await fire(later)
  expect(receipts?.at(-1)).toEqual(['origin', 'failed', expect.stringContaining('a gateway that is connected to net')])
  expect(status).toBe('delivery_failed')
  expect((await stored(later)).join()).not.toContain('The tea is ready.')
})

test('the delivery fails if the chat no longer exists', async () => {
  const { fire, network } = await serveReminder()
  network().failNext('refused')
  const { receipts, incidents } = await fire()
  expect(receipts?.at(-1)).toEqual(['origin', 'failed', expect.stringContaining('The chat did not take the message')])
  expect(incidents).toMatchObject([{ kind: 'undelivered' }])
})

test('the record says that a message waits for its network, and then that it has arrived', async () => {
  const { fire, follow, network, shown } = await serveReminder()
  network().failNext('transient')
  const { receipts, status } = await fire()
  expect(receipts?.at(-1)).toEqual(['origin', 'waiting', 'net:chat-1'])
  expect(status).toBe('queued')
  await expect.poll(() => shown().length, patient).toBe(2)
  await expect.poll(follow, patient).toMatchObject({ status: 'completed' })
  expect((await follow()).receipts?.at(-1)).toEqual(['origin', 'delivered', 'net:chat-1'])
})

test('a message that is given up after waiting is a failed delivery', async () => {
  const { fire, follow, network } = await serveReminder()
  network().failNext('transient')
  network().failNext('refused')
  expect(await fire()).toMatchObject({ status: 'queued', incidents: [] })
  await expect.poll(follow, patient).toMatchObject({ status: 'delivery_failed' })
  const { receipts, incidents } = await follow()
  expect(receipts?.at(-1)).toEqual(['origin', 'failed', expect.stringContaining('The chat did not take the message')])
  expect(incidents).toMatchObject([{ kind: 'undelivered', state: 'open', count: 1 }])
})
