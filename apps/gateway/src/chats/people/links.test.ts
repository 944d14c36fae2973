import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { createLinks } from './links.js'
import { createPairing } from './pairing.js'

const ada = { network: 'other', userId: 'ada', person: undefined }
const hourMs = 3_600_000

function openLinks() {
  const clock = { now: 1_000_000 }
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  return { clock, links: createLinks(values, () => clock.now) }
}

test('rejects all codes for an hour after five wrong ones, however often they are tried', async () => {
  const { clock, links } = openLinks()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    expect(await links.redeem('WRONG', ada)).toEqual({ type: 'wrong' })
  }
  expect(await links.redeem('WRONG', ada)).toEqual({ type: 'locked', forMs: hourMs })
  clock.now += 1_800_000
  const code = await links.codeFor('net:ada')
  expect(await links.redeem(code, ada)).toEqual({ type: 'locked', forMs: 1_800_000 })
  clock.now += 1_800_000 - 1
  const last = await links.codeFor('net:ada')
  expect(await links.redeem(last, ada)).toEqual({ type: 'locked', forMs: 1 })
  clock.now += 1
  expect(await links.redeem(last, ada)).toEqual({ type: 'linked', person: 'net:ada' })
  expect(await links.redeem('WRONG', ada)).toEqual({ type: 'wrong' })
})

test('counts codes that are tried at the same time one by one', async () => {
  const { links } = openLinks()
  const code = await links.codeFor('net:ada')
  const tried = [...Array.from({ length: 20 }, () => 'WRONG'), code].map((each) => links.redeem(each, ada))
  const results = await Promise.all(tried)
  expect(results.map(({ type }) => type)).not.toContain('linked')
  expect(results.filter(({ type }) => type === 'wrong')).toHaveLength(4)
})

test('a code of the same person links nothing, stays valid, and resets no lock', async () => {
  const { links } = openLinks()
  for (let attempt = 0; attempt < 4; attempt += 1) await links.redeem('WRONG', ada)
  const code = await links.codeFor('net:ada')
  expect(await links.redeem(code, { ...ada, person: 'net:ada' })).toEqual({ type: 'own' })
  expect(await links.list()).toEqual([])
  expect(await links.redeem('WRONG', ada)).toMatchObject({ type: 'locked' })
  expect(await links.redeem(code, { ...ada, userId: 'ada2' })).toEqual({ type: 'linked', person: 'net:ada' })
})

test('a code that is sent again by the account that it linked does not count as wrong until they are unlinked', async () => {
  const { links } = openLinks()
  const code = await links.codeFor('net:ada')
  for (let attempt = 0; attempt < 6; attempt += 1) {
    expect(await links.redeem(code, ada)).toEqual({ type: 'linked', person: 'net:ada' })
  }
  expect(await links.redeem(code, { ...ada, userId: 'eve' })).toEqual({ type: 'wrong' })
  await links.separate(ada.network, ada.userId)
  expect(await links.redeem(code, ada)).toEqual({ type: 'wrong' })
})

test("two accounts that redeem each other's codes are one person", async () => {
  const { links } = openLinks()
  const [first, second] = [await links.codeFor('net:ada'), await links.codeFor('other:ada')]
  expect(await links.redeem(first, { ...ada, person: 'other:ada' })).toEqual({ type: 'linked', person: 'net:ada' })
  const back = { network: 'net', userId: 'ada', person: 'net:ada' }
  expect(await links.redeem(second, back)).toEqual({ type: 'wrong' })
  expect(await links.list()).toEqual([{ network: 'other', userId: 'ada', person: 'net:ada' }])
})

test('an account brings along those that are linked to it', async () => {
  const { links } = openLinks()
  const join = async (person: string, network: string) =>
    links.redeem(await links.codeFor(person), { network, userId: 'ada', person: `${network}:ada` })
  await join('net:ada', 'mail')
  await join('net:ada', 'other')
  await join('local', 'net')
  expect(await links.identitiesOf('local')).toEqual(['mail:ada', 'net:ada', 'other:ada'])
  expect(await links.end('local')).toBe(3)
})

test('an owner who links accounts reads who they are there, and what /unlink unlinks', async () => {
  const { network, store } = await serveChats({
    platforms: { net: { owners: ['olga'], busy_mode: 'queue' }, other: { unauthorized: 'ignore' } },
    script: [text('Hi.')],
  })
  async function told(name: string, id: string, line: string, answer: RegExp): Promise<string> {
    const from = network(name).shown.length
    network(name).say({ text: line, sender: { id }, chatId: `chat of ${id}` })
    const shown = () => network(name).shown[from]?.text ?? ''
    await expect.poll(shown).toMatch(answer)
    return shown()
  }
  async function askForCode(): Promise<string> {
    const code = /`\/link (\w{8})`/
    return code.exec(await told('net', 'olga', '/link', code))?.[1] ?? ''
  }
  const first = await askForCode()
  await told('net', 'olga', `/link ${first}`, /^This is your own code\./)
  if (!store.values) throw new TypeError('The store has no values.')
  expect(await createLinks(store.values).list()).toEqual([])
  await told('other', 'phone', `/link ${first}`, /^You are the owner of this agent here, too\./)
  await told('other', 'phone', '/whoami', /local.*owner/s)
  await told('net', 'olga', '/unlink', /^Your linked account is separate again\.$/)
  for (const id of ['phone', 'tablet']) await told('other', id, `/link ${await askForCode()}`, /^You are the owner/)
  await told('other', 'tablet', '/unlink', /^Your 2 linked accounts are separate again\.$/)
  await told('net', 'olga', '/unlink', /^Nothing is linked to you\.$/)
})

test('nobody becomes a person with fewer rights, and the code stays valid', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { owners: ['olga'] }, other: { allow_from: ['eve'], admins: ['adam'] } },
    script: [],
  })
  const answers = (name?: string) => shown(name).map((each) => each.replace(/`\/link \w{8}`/, 'CODE'))
  network('other').say({ text: '/link', sender: { id: 'eve' }, chatId: 'eve' })
  await expect.poll(() => shown('other')).toHaveLength(1)
  const [, code = ''] = /`\/link (\w{8})`/.exec(shown('other')[0] ?? '') ?? []
  network().say({ text: `/link ${code}`, sender: { id: 'olga' }, chatId: 'olga' })
  const barred = /^You have more rights than the person who asked for this code\. Write \/link here,/
  await expect.poll(() => answers()).toEqual([expect.stringMatching(barred)])
  network().say({ text: '/whoami', sender: { id: 'olga' }, chatId: 'olga' })
  await expect.poll(() => answers().at(-1)).toMatch(/local.*owner/s)
  network('other').say({ text: `/link ${code}`, sender: { id: 'adam' }, chatId: 'adam' })
  await expect.poll(() => answers('other').at(-1)).toMatch(barred)
  network('other').say({ text: `/link ${code}`, sender: { id: 'stranger' }, chatId: 'stranger' })
  await expect.poll(() => answers('other').at(-1)).toMatch(/^You are other:eve here, too\./)
})

test('the audit log distinguishes linked accounts from codes that were requested or rejected', async () => {
  const { network, shown, home } = await serveChats({
    platforms: { net: { admins: ['ada'] }, other: { unauthorized: 'ignore' } },
    script: [],
  })
  network().say({ text: '/link' })
  await expect.poll(() => shown()).toHaveLength(1)
  const [, code = ''] = /`\/link (\w{8})`/.exec(shown()[0] ?? '') ?? []
  for (const [index, each] of ['WRONG', code, 'WRONG'].entries()) {
    network('other').say({ text: `/link ${each}`, sender: { id: 'phone' } })
    await expect.poll(() => shown('other')).toHaveLength(index + 1)
  }
  const path = join(home, 'logs', 'audit.jsonl')
  const entries = () => {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    return lines.map((line) => {
      const { event, user, person, role } = JSON.parse(line)
      return [event, user, person, role]
    })
  }
  await expect.poll(entries).toEqual([
    ['command', 'ada', 'net:ada', 'admin'],
    ['refused', 'phone', undefined, undefined],
    ['linked', 'phone', 'net:ada', undefined],
    ['refused', 'phone', 'net:ada', 'admin'],
  ])
})

test('a person who sent too many wrong codes reads how long codes are rejected', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: { admins: ['ada'] }, other: { unauthorized: 'ignore' } },
    script: [],
  })
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    network('other').say({ text: '/link WRONG', sender: { id: 'eve' } })
    await expect.poll(() => shown('other')).toHaveLength(attempt)
  }
  expect(shown('other').at(-1)).toMatch(/no such code/)
  network().say({ text: '/link' })
  await expect.poll(() => shown()).toHaveLength(1)
  const [, code = ''] = /`\/link (\w{8})`/.exec(shown()[0] ?? '') ?? []
  for (const [index, each] of ['WRONG', code].entries()) {
    network('other').say({ text: `/link ${each}`, sender: { id: 'eve' } })
    const answer = () => shown('other')[4 + index]
    await expect.poll(answer).toMatch(/^You have sent too many wrong codes: none is accepted for 60 minutes\./)
  }
})

test('a linked account no longer waits for its pairing', async () => {
  const { network, shown, store } = await serveChats({ script: [] })
  if (!store.values) throw new TypeError('The store has no values.')
  const [pairing, links] = [createPairing(store.values), createLinks(store.values)]
  network().say({ text: 'hi', chatId: 'chat-2', sender: { id: 'bob', name: 'Bob' } })
  await expect.poll(() => pairing.list()).toMatchObject([{ userId: 'bob', state: 'waiting' }])
  network().say({ text: '/link' })
  await expect.poll(() => shown().join()).toMatch(/`\/link \w+`/)
  const [, code] = /`\/link (\w+)`/.exec(shown().join()) ?? []
  network().say({ text: `/link ${code}`, chatId: 'chat-2', sender: { id: 'bob', name: 'Bob' } })
  await expect.poll(() => links.list()).toMatchObject([{ userId: 'bob' }])
  await expect.poll(() => pairing.list()).toEqual([])
})
