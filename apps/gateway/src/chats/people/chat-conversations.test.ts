import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const replaced = 'What you may do here has changed, so this is a new conversation.'
const olga = { sender: { id: 'olga' }, chatId: 'olga' }
const phone = { sender: { id: 'phone' }, chatId: 'phone' }

function toolsOf(body: unknown): readonly string[] {
  return Object(body).tools.map((tool: { readonly function: { readonly name: string } }) => tool.function.name)
}

test('a conversation of a linked account ends with the link, and one from before continues with it', async () => {
  const { network, shown, store } = await serveChats({
    platforms: { net: { owners: ['olga'] }, other: { allow_from: ['phone'] } },
    script: () => text('Yes.'),
  })
  const say = async (line: string, answers: readonly unknown[]) => {
    const from = shown('other').length
    network('other').say({ text: line, ...phone })
    await expect.poll(() => shown('other').slice(from)).toEqual(answers)
  }
  const askForCode = async () => {
    const from = shown().length
    network().say({ text: '/link', ...olga })
    await expect.poll(() => shown()).toHaveLength(from + 1)
    return /`\/link (\w{8})`/.exec(shown()[from] ?? '')?.[1] ?? ''
  }
  const owners = async () => (await store.sessions.find()).map(({ userId = 'local' }) => userId)

  await say('before', ['Yes.'])
  await say(`/link ${await askForCode()}`, [expect.stringMatching(/^You are the owner/)])
  await say('still', ['Yes.'])
  expect(await owners()).toEqual(['other:phone'])
  await say('/new -y', [expect.any(String)])
  await say('as the owner', ['Yes.'])
  expect((await owners()).toSorted()).toEqual(['local', 'other:phone'])

  network().say({ text: '/unlink', ...olga })
  await expect.poll(() => shown().at(-1)).toMatch(/^Your linked account is separate again/)
  await say('as myself', [replaced, 'Yes.'])
  await say('again', ['Yes.'])
  expect((await owners()).toSorted()).toEqual(['local', 'other:phone', 'other:phone'])
})

test('somebody with fewer rights than before does not continue their conversation', async () => {
  const served = await serveChats({ platforms: { net: { owners: ['olga'] } }, script: () => text('Yes.') })
  const { network, shown, provider } = served
  let current: Pick<typeof served, 'store' | 'stop'> = served
  const restart = async (net: Readonly<Record<string, readonly string[]>>) => {
    await current.stop()
    current = await served.start({ net })
  }
  const say = async (line: string, answers: readonly string[]) => {
    const from = shown().length
    network().say({ text: line, ...olga })
    await expect.poll(() => shown().slice(from)).toEqual(answers)
  }
  const owners = async () => (await current.store.sessions.find()).map(({ userId = 'local' }) => userId).toSorted()
  await say('hello', ['Yes.'])
  expect(toolsOf(provider.requests.at(-1)?.body)).toContain('terminal')

  await restart({ allow_from: ['olga'] })
  await say('hello', [replaced, 'Yes.'])
  await say('hello again', ['Yes.'])
  expect(await owners()).toEqual(['local', 'net:olga'])

  await restart({ guests: ['olga'] })
  await say('hello', [replaced, 'Yes.'])
  await say('hello again', ['Yes.'])
  expect(await owners()).toEqual(['local', 'net:olga', 'net:olga'])
  expect(toolsOf(provider.requests.at(-1)?.body)).not.toContain('terminal')

  await restart({ allow_from: ['olga'] })
  await say('hello', ['Yes.'])
})

test('somebody who is no longer an administrator does not keep what only administrators may set', async () => {
  const served = await serveChats({ platforms: { net: { admins: ['olga'] } }, script: () => text('Yes.') })
  const { network, shown } = served
  let current: Pick<typeof served, 'stop'> = served
  const restart = async (net: Readonly<Record<string, readonly string[]>>) => {
    await current.stop()
    current = await served.start({ net })
  }
  const say = async (line: string, answers: readonly unknown[]) => {
    const from = shown().length
    network().say({ text: line, ...olga })
    await expect.poll(() => shown().slice(from)).toEqual(answers)
  }
  await say('hello', ['Yes.'])
  await restart({ allow_from: ['olga'] })
  await say('hello', [replaced, 'Yes.'])
  await say('hello again', ['Yes.'])
  await restart({ admins: ['olga'] })
  await say('hello', ['Yes.'])
  await restart({ guests: ['olga'] })
  await say('hello', [replaced, 'Yes.'])
})

test('a conversation whose network was chosen by an administrator of earlier versions also ends', async () => {
  const served = await serveChats({ platforms: { net: { allow_from: ['olga'] } }, script: () => text('Yes.') })
  const say = async (answers: readonly string[]) => {
    const from = served.shown().length
    served.network().say({ text: 'hello', ...olga })
    await expect.poll(() => served.shown().slice(from)).toEqual(answers)
  }
  await say(['Yes.'])
  const [{ id } = { id: '' }] = await served.store.sessions.find()
  await served.store.values?.update('conversation-choices', id, () => ({ network: 'on' }))
  await served.stop()
  await served.start()
  await say([replaced, 'Yes.'])
  await say(['Yes.'])
})
