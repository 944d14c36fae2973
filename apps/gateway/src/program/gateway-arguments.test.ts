import { Writable } from 'node:stream'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { toPayload } from '../chats/network/payload.js'
import { outboxQueue } from '../chats/network/queues.js'
import { processIo } from './gateway-io.js'
import { runGateway } from './run-gateway.js'

/** `hermes gateway` in a home. */
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
])('%s ends with 2 and says why', async (line, sentence) => {
  const hermes = program(temporaryHome())
  expect(await hermes(...line.split(' '))).toEqual({
    code: 2,
    out: '',
    err: `hermes gateway: ${sentence} See \`hermes gateway --help\`.\n`,
  })
})

test('messages that wait are printed as JSON', async () => {
  const home = temporaryHome()
  const hermes = program(home)
  expect(await hermes('deliveries', '--json')).toEqual({ code: 0, out: '[]\n', err: '' })
  const payload = toPayload({ network: 'net', address: { chatId: '7' }, text: 'Two\nlines' })
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    await store.queue?.put({ queue: outboxQueue, lane: 'net:7', id: 'a', payload })
  }
  const { out } = await hermes('deliveries', '--json')
  expect(JSON.parse(out)).toEqual([{ id: 'a', lane: 'net:7', status: 'waiting', attempt: 0, text: 'Two\nlines' }])
})
