import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { call, hang, type ProviderScript, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { leftInQueue } from '../../../testing/left-in-queue.js'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

const patient = { timeout: 10_000 }
const replaced = 'What you may do here has changed, so this is a new conversation.'
const ended = `${replaced} The running turn was ended.`
const olga = { sender: { id: 'olga' }, chatId: 'olga' }
const phone = { sender: { id: 'phone' }, chatId: 'phone' }
const lastOf = (body: unknown) => String(Object(body).messages.at(-1).content)

const asksFirst: ProviderScript = (body) => {
  const last = lastOf(body)
  if (last.includes('clean')) return call('terminal', { command: 'rm -rf junk' })
  return last.includes('wait') ? hang() : text(`Read: ${last.split('\n').at(-1)}`)
}

/** Opens a gateway in which an account is linked to the owner. `lose` removes the rights of the owner from it. */
async function openLinked(script = asksFirst) {
  const home = temporaryHome()
  mkdirSync(join(home, 'junk'))
  const opened = await serveChats({
    home,
    platforms: {
      net: { owners: ['olga'] },
      other: { allow_from: ['phone'], busy_mode: 'queue', tool_progress: 'off' },
    },
    // In a sandbox, the command would need no consent.
    settings: { terminal: { sandbox: 'off' }, approvals: { mode: 'manual' } },
    script,
  })
  const { network, shown } = opened
  network().say({ text: '/link', ...olga })
  await expect.poll(() => shown()).toHaveLength(1)
  const [, code = ''] = /`\/link (\w{8})`/.exec(shown()[0] ?? '') ?? []
  network('other').say({ text: `/link ${code}`, ...phone })
  await expect.poll(() => shown('other')).toEqual([expect.stringMatching(/^You are the owner/)])
  const lose = async () => {
    network().say({ text: '/unlink', ...olga })
    await expect.poll(() => shown().at(-1), patient).toMatch(/^Your linked account is separate again/)
  }
  const say = (line: string) => network('other').say({ text: line, ...phone })
  /** Returns what the account is shown from now on. */
  const told = () => shown('other').slice(1)
  return { ...opened, home, lose, say, told, hasJunk: () => existsSync(join(home, 'junk')) }
}

test('a question ends when its person loses rights, and their next message is answered at once', async () => {
  const { network, lose, say, told, hasJunk, store, start, stop, provider } = await openLinked()
  say('clean')
  await expect.poll(told, patient).toEqual([expect.stringContaining('rm -rf junk')])
  await lose()
  say('hello')
  await expect
    .poll(told, patient)
    .toEqual([expect.stringMatching(/rm -rf junk[\s\S]*The question has ended/), ended, 'Read: hello'])
  const [question] = network('other').shown.slice(1)
  expect(question?.buttons).toEqual([])
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
  const requests = provider.requests.length
  await stop()
  await start()
  say('once more')
  await expect.poll(() => told().at(-1), patient).toBe('Read: once more')
  expect(provider.requests).toHaveLength(requests + 1)
  expect(hasJunk()).toBe(true)
})

test("a question's button allows nothing after its person has lost rights", async () => {
  const { network, lose, told, say, hasJunk } = await openLinked()
  say('clean')
  await expect.poll(() => network('other').shown.at(-1)?.buttons, patient).not.toHaveLength(0)
  const question = network('other').shown.at(-1)
  const [allow = ''] = question?.buttons ?? []
  await lose()
  network('other').press(question?.messageId ?? '', allow, phone)
  await expect.poll(told, patient).toEqual([expect.stringContaining('The question has ended'), ended])
  expect(hasJunk()).toBe(true)
})

test('messages that waited behind the turn are dropped, and their person is told', async () => {
  const { lose, say, told, provider, store } = await openLinked()
  say('wait')
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  for (const [count, line] of ['second', 'third'].entries()) {
    say(line)
    await expect.poll(() => store.queue?.list({ queue: 'chat-replies' }), patient).toHaveLength(count + 2)
  }
  await lose()
  say('hello')
  const dropped = `${replaced} The running turn was ended, which dropped 2 waiting messages.`
  await expect.poll(told, patient).toEqual([dropped, 'Read: hello'])
  expect(provider.requests.map(({ body }) => lastOf(body))).not.toContainEqual(expect.stringMatching(/second|third/))
})

test('the turn ends, whichever gateway of the store takes the next message', async () => {
  const { lose, say, told, provider, start, store } = await openLinked()
  // The inbox of this gateway competes for every message.
  await start()
  say('wait')
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  await lose()
  say('hello')
  await expect.poll(() => told().at(-1), patient).toBe('Read: hello')
  expect(told().filter((each) => each.startsWith(replaced))).toHaveLength(1)
  await expect.poll(() => leftInQueue(store), patient).toEqual([])
})

test('a turn that a restart cut off does not continue with rights that its person has since lost', async () => {
  const { network, shown, provider, stop, start } = await serveChats({
    platforms: { net: { admins: ['olga'] } },
    script: asksFirst,
  })
  network().say({ text: 'wait', ...olga })
  await expect.poll(() => provider.requests.length, patient).toBe(1)
  await stop()
  const again = await start({ net: { allow_from: ['olga'] } })
  await expect.poll(() => shown(), patient).toEqual([replaced])
  await expect.poll(() => leftInQueue(again.store), patient).toEqual([])
  network().say({ text: 'hello', ...olga })
  await expect.poll(() => shown(), patient).toEqual([replaced, 'Read: hello'])
  expect(provider.requests).toHaveLength(2)
  await again.stop()
})
