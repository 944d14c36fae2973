import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { messageQueue, putMessage } from '@hermes/platforms/messages'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { toPayload } from '../chats/network/payload.js'
import { outboxQueue } from '../chats/network/queues.js'
import { laneOf } from '../chats/outbox/lane-of.js'
import { processIo } from './gateway-io.js'
import { runGateway } from './run-gateway.js'

/** Returns `hermes gateway` in a home. */
function program(home: string) {
  return async (...args: readonly string[]) => {
    const texts = { out: '', err: '' }
    const into = (name: 'out' | 'err') =>
      new Writable({
        write(chunk, _, done) {
          texts[name] += String(chunk)
          done()
        },
      })
    const io = { ...processIo(), env: { HERMES_HOME: home, HOME: home }, stdout: into('out'), stderr: into('err') }
    return { code: await runGateway(args, io), ...texts }
  }
}

test.each([
  ['pair telegram', 'An argument is missing: hermes gateway pair <network> <code>.'],
  ['unpair telegram', 'An argument is missing: hermes gateway unpair <network> <id>.'],
  ['pause', 'An argument is missing: hermes gateway pause <network>.'],
  ['forget-codes', 'An argument is missing: hermes gateway forget-codes <network>.'],
  ['send telegram:1001', 'An argument is missing: hermes gateway send <target> <text>.'],
  ['resume telegram email', '"email" is one word too many: hermes gateway resume <network>.'],
  ['people x', '"x" is one word too many: hermes gateway people.'],
  ['status x', '"x" is one word too many: hermes gateway status.'],
  ['serve', '"serve" is not a command of the gateway.'],
  ['start --json', 'This command prints no JSON: leave out --json.'],
  ['run --port -1', "Option '--port' argument is ambiguous."],
])('%s exits with 2 and says why', async (line, sentence) => {
  const hermes = program(temporaryHome())
  expect(await hermes(...line.split(' '))).toEqual({
    code: 2,
    out: '',
    err: `hermes gateway: ${sentence} See \`hermes gateway --help\`.\n`,
  })
})

test('waiting messages are printed as JSON', async () => {
  const home = temporaryHome()
  const hermes = program(home)
  expect(await hermes('deliveries', '--json')).toEqual({ code: 0, out: '[]\n', err: '' })
  const payload = toPayload({ network: 'net', address: { chatId: '7' }, text: 'Two\nlines' })
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    await store.queue?.put({ queue: outboxQueue, lane: 'net:7', id: 'a', payload })
  }
  const { out } = await hermes('deliveries', '--json')
  expect(JSON.parse(out)).toEqual([
    {
      id: 'a',
      network: 'net',
      target: 'net:7',
      lane: 'net:7',
      status: 'waiting',
      attempt: 0,
      text: 'Two\nlines',
    },
  ])
})

test('messages that were stored for sending are listed, with what they wait for', async () => {
  const home = temporaryHome()
  const hermes = program(home)
  writeFileSync(join(home, 'config.yaml'), JSON.stringify({ platforms: { telegram: { token: '1:abc' } } }))
  await hermes('send', 'telegram:7', 'Hello')
  const [, id = ''] = /^(\S+)/.exec((await hermes('deliveries')).out) ?? []
  expect((await hermes('deliveries')).out).toBe(`${id}  telegram:7  waits  Hello\n`)
  const payload = toPayload({ network: 'telegram', address: { chatId: '1' }, text: 'An answer.' })
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    const lane = laneOf({ network: 'telegram', address: { chatId: '1' } })
    await store.queue?.put({ queue: outboxQueue, lane, id: 'answer', payload })
    // The message is moving from one queue to the other.
    await store.queue?.put({ queue: outboxQueue, lane, id, payload })
  }
  await hermes('pause', 'telegram')
  expect((await hermes('deliveries')).out.split('\n').toSorted()).toEqual(
    [
      '',
      'answer  telegram:1  waits until telegram is resumed  An answer.',
      `${id}  telegram:1  waits until telegram is resumed  An answer.`,
    ].toSorted(),
  )
  expect(await hermes('deliveries', '--replay', id)).toMatchObject({ code: 1, err: expect.stringContaining(id) })
})

test('a message that was given up is sent again', async () => {
  const home = temporaryHome()
  const hermes = program(home)
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    if (!store.queue) throw new TypeError('There is no queue.')
    await putMessage(store.queue, 'lost', { network: 'net', address: { chatId: '7' }, text: 'Hello' })
    const controller = new AbortController()
    const fail = async () => {
      throw new Error('There is no such network.')
    }
    const working = store.queue.work(messageQueue, fail, { signal: controller.signal, retry: { attempts: 1 } })
    await expect.poll(async () => (await store.queue?.list())?.map(({ status }) => status)).toEqual(['dead'])
    controller.abort()
    await working
  }
  expect((await hermes('deliveries')).out).toBe(
    'lost  net:7  given up after 1 attempt  Hello  There is no such network.\n',
  )
  expect((await hermes('deliveries', '--replay', 'lost')).out).toBe('lost is sent again.\n')
  expect((await hermes('deliveries')).out).toMatch(/^lost {2}net:7 {2}waits/)
})
