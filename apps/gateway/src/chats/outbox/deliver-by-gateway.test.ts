import { openHost, openJobs, openScheduler, type RuntimeHost, resolveHome } from '@hermes/runtime'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { deliverByGateway } from './deliver-by-gateway.js'
import { jobMessageQueue } from './job-messages.js'

const patient = { timeout: 10_000 }
const { signal } = new AbortController()

/** Opens a scheduler in a process that is not connected to networks. */
function schedulerOf(host: RuntimeHost) {
  const book = openJobs(host.store, host.config.cron)
  const scheduler = openScheduler(host, { workingDirectory: host.paths.home, deliveries: deliverByGateway(host) })
  const tick = () => scheduler.tick(signal)
  /** Returns the current delivery record of the latest run. */
  const record = async (id: string) => {
    await tick()
    const [run] = await book.runs(id)
    return run?.deliveries.map(({ target, state, detail }) => [target, state, detail])
  }
  return { book, tick, record }
}

async function serveNews() {
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], stream: false }, other: { enabled: false } },
    script: (request) => {
      const { role, content } = Object(request).messages.at(-1)
      if (role === 'tool') return text('I will.')
      if (content === 'remind me') return call('cronjob', { action: 'create', schedule: '30m', prompt: 'What is new?' })
      return text(content === 'What is new?' ? 'Nothing.' : `Read: ${content}`)
    },
  })
  /** Runs a job in a process that is not connected to the network. */
  async function runApart(id: string, host: RuntimeHost = chats.host) {
    const { book, tick, record } = schedulerOf(host)
    await book.requestRun(id)
    await tick()
    return { record: () => record(id), receipts: await record(id) }
  }
  const add = (deliver: string) =>
    openJobs(chats.host.store, chats.host.config.cron).add({
      schedule: 'every 1h',
      name: 'news',
      task: { prompt: 'What is new?' },
      deliver: [deliver],
      createdBy: 'person',
    })
  return { ...chats, add, runApart }
}

test('the gateway sends the text of a job that ran in another process, and a reply continues with it', async () => {
  const { add, runApart, shown, network } = await serveNews()
  const { id } = await add('net:chat-1')
  const { record } = await runApart(id)
  await expect.poll(record, patient).toEqual([['net:chat-1', 'delivered', 'net:chat-1']])
  expect(shown()).toEqual([expect.stringContaining('⏰ **news**\n\nNothing.')])
  network().say({ text: 'thanks' })
  await expect.poll(() => shown().at(-1), patient).toMatch(/^Read: .*Nothing\..*thanks$/s)
})

test('the text waits while no gateway runs, and the next one sends it once', async () => {
  const { add, runApart, shown, stop, start, home, provider } = await serveNews()
  const { id } = await add('net:chat-1')
  await stop()
  await using host = await openHost({
    paths: resolveHome({ HERMES_HOME: home }),
    variables: {},
    overrides: {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model' },
      platforms: { net: {} },
    },
  })
  const { receipts } = await runApart(id, host)
  expect(receipts).toEqual([['net:chat-1', 'waiting', 'net:chat-1']])
  const { host: later } = await start()
  await expect.poll(() => shown(), patient).toEqual([expect.stringContaining('Nothing.')])
  const { record } = schedulerOf(later)
  await expect.poll(() => record(id), patient).toEqual([['net:chat-1', 'delivered', 'net:chat-1']])
  expect(shown()).toHaveLength(1)
})

test('a job of a chat answers there', async () => {
  const { host, network, runApart, shown } = await serveNews()
  network().say({ text: 'remind me' })
  await expect.poll(() => shown(), patient).toEqual(['I will.'])
  const [job] = await openJobs(host.store, host.config.cron).list()
  const { record } = await runApart(job?.id ?? '')
  await expect.poll(record, patient).toEqual([
    ['local', 'delivered', expect.any(String)],
    ['origin', 'delivered', 'net:chat-1'],
  ])
  expect(shown().at(-1)).toContain('Nothing.')
})

test.each(['nowhere:1', 'other:1'])('the delivery to %s fails at once', async (target) => {
  const { add, runApart, shown } = await serveNews()
  const { id } = await add(target)
  const { receipts } = await runApart(id)
  expect(receipts).toEqual([[target, 'failed', expect.stringContaining('set the network up')]])
  expect(shown()).toEqual([])
})

test('a message that the chat refuses is a failed delivery', async () => {
  const { add, runApart, network } = await serveNews()
  const { id } = await add('net:chat-1')
  network().failNext('refused')
  const { record } = await runApart(id)
  await expect
    .poll(record, patient)
    .toEqual([['net:chat-1', 'failed', expect.stringContaining('The chat did not take the message')]])
})

test('a message that another version has stored is given up, and can be inspected', async () => {
  const { store } = await serveNews()
  const item = { queue: jobMessageQueue, id: 'newer' }
  await store.queue?.put({ ...item, lane: 'net:chat-1', payload: { version: 99 } })
  await expect.poll(async () => (await store.queue?.get(item))?.status, patient).toBe('dead')
  expect(await store.queue?.get(item)).toMatchObject({ error: expect.stringContaining('stored by another version') })
})
