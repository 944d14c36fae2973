import { openJobs } from '@hermes/runtime'
import { text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { startJobs } from '../../program/start-jobs.js'

const patient = { timeout: 10_000 }
const note = '[Scheduled job "report"]\n\nThree builds failed.'

/** Starts a gateway with a job that reports to the chat `team`, and a model that repeats its input. */
async function serveReport() {
  const held = new Map<string, Promise<void>>()
  const chats = await serveChats({
    platforms: { net: { allow_all: true, stream: false } },
    script: async (request) => {
      const last = String(Object(request).messages.at(-1).content)
      if (last === 'Report.') return text('Three builds failed.')
      await held.get(last)
      return text(`Read: ${last}`)
    },
    settings: { cron: { wrap_response: false } },
  })
  const report = async ({ host, gateway, store }: Pick<typeof chats, 'host' | 'gateway' | 'store'> = chats) => {
    const book = openJobs(store, host.config.cron)
    const { id } = await book.add({
      name: 'report',
      schedule: 'every 1h',
      task: { prompt: 'Report.' },
      deliver: ['net:team'],
      createdBy: 'person',
    })
    await book.requestRun(id)
    const jobs = startJobs(host, { workingDirectory: chats.home, say: () => undefined, deliveries: gateway.deliveries })
    onTestFinished(() => jobs.stop(0))
    const receipts = async () => (await book.runs(id))[0]?.deliveries.map(({ state }) => state)
    await expect.poll(receipts, patient).toEqual(['delivered'])
    await jobs.stop(0)
  }
  const say = async (said: string) => {
    const before = chats.shown().length
    chats.network().say({ text: said, chatId: 'team' })
    await expect.poll(() => chats.shown().length, patient).toBe(before + 1)
  }
  /** Returns what the model read in its latest request. */
  const read = (): readonly (readonly [role: string, content: string])[] =>
    Object(chats.provider.requests.at(-1)?.body).messages.map(({ role, content }: Record<string, unknown>) => [
      role,
      content,
    ])
  return { ...chats, report, say, read, held }
}

test('a reply continues with the result of a job, which the conversation has once', async () => {
  const { report, say, read, stop, start } = await serveReport()
  await say('hello')
  await report()
  await say('which ones?')
  const spoken = [
    ['user', 'hello'],
    ['assistant', `Read: hello\n\n${note}`],
    ['user', 'which ones?'],
  ]
  expect(read().slice(1)).toEqual(spoken)
  await stop()
  await start()
  await say('and why?')
  expect(read().filter(([, content]) => content.includes('Three builds failed'))).toEqual([
    ['assistant', `Read: hello\n\n${note}`],
  ])
  await say('/new now')
  await say('hi')
  expect(read().slice(1)).toEqual([['user', 'hi']])
})

test('a conversation that starts with the reply has the result and the instructions for the chat', async () => {
  const { report, say, read, store } = await serveReport()
  await report()
  await say('which ones?')
  const [[, system] = [], ...spoken] = read()
  expect(system).toContain('You talk to people on the chat network net.')
  expect(spoken).toEqual([
    ['user', expect.stringMatching(/^\[Not from the user: .*\n\nThree builds failed\.\n\[.*\]\n\nwhich ones\?$/s)],
  ])
  expect(await store.sessions.find()).toMatchObject([{ source: 'net', userId: 'net:ada' }, { source: 'cron' }])
})

test('a thread below the message of a result continues with it, and other threads do not', async () => {
  const { report, read, network, shown } = await serveReport()
  const sayIn = async (threadId: string, said: string) => {
    network().say({ text: said, chatId: 'team', threadId, chatType: 'group', isAddressed: true })
    await expect.poll(() => shown().at(-1)?.endsWith(said), patient).toBe(true)
  }
  await report()
  const root = network().shown.find(({ text }) => text === 'Three builds failed.')?.messageId ?? ''
  await sayIn('another', 'hello')
  expect(JSON.stringify(read())).not.toContain('Three builds failed')
  await sayIn(root, 'which ones?')
  expect(read().at(-1)).toEqual(['user', expect.stringMatching(/Three builds failed\.\n.*which ones\?$/s)])
  await sayIn(root, 'and why?')
  expect(read().filter(([role, content]) => role === 'user' && content.includes('[Scheduled job'))).toHaveLength(1)
})

test('a result that arrives during a turn follows it', async () => {
  const { report, say, read, network, shown, held, provider } = await serveReport()
  const { promise, resolve } = Promise.withResolvers<void>()
  held.set('wait', promise)
  await say('hello')
  network().say({ text: 'wait', chatId: 'team' })
  await expect.poll(() => provider.requests.length, patient).toBe(2)
  await report()
  resolve()
  await expect.poll(() => shown(), patient).toContain('Read: wait')
  await say('which ones?')
  expect(read().slice(3)).toEqual([
    ['user', 'wait'],
    ['assistant', `Read: wait\n\n${note}`],
    ['user', 'which ones?'],
  ])
})

test('a job delivers to a group by its name, and an unknown name is refused with a list of known ones', async () => {
  const { network, shown, store, host } = await serveReport()
  network().say({ text: 'hello', chatId: 'g1', chatType: 'group', chatName: 'Builders' })
  await expect.poll(() => shown(), patient).toHaveLength(1)
  const book = openJobs(store, host.config.cron)
  const add = (deliver: string) =>
    book.add({ schedule: 'every 1h', task: { prompt: 'Report.' }, deliver: [deliver], createdBy: 'person' })
  expect((await add('local, net:#builders')).deliver).toEqual(['local', 'net:g1'])
  await expect(add('net:#nobody')).rejects.toThrow('net has no chat "#nobody": known are #Builders.')
})
