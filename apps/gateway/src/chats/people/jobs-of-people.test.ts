import { openJobs, openScheduler } from '@hermes/runtime'
import type { Job } from '@hermes/scheduler'
import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { strangerOf } from '../../../testing/stranger-of.js'
import { createPairing } from './pairing.js'

const create = { action: 'create', schedule: '30m', prompt: 'Look.' }

/** Serves people who dictate calls of `cronjob`, and a job of the owner. */
async function serveJobs() {
  const chats = await serveChats({
    platforms: {
      net: { admins: ['ada'], allow_from: ['bob', 'eve'], home_chat: 'kitchen', send_to: ['lobby'], stream: false },
    },
    script: (request) => {
      const { role, content } = Object(request).messages.at(-1)
      return role === 'tool' ? text(content) : call('cronjob', JSON.parse(content))
    },
    networks: new Map([['net', createScriptedNetwork({ limits: { text: { max: 4000, unit: 'utf16' } } })]]),
    settings: { display: { tool_progress: 'off' } },
  })
  const book = openJobs(chats.store, chats.host.config.cron)
  const owners = await book.add({ ...create, name: 'report', task: { prompt: 'Look.' }, createdBy: 'person' })
  /** Returns the tool's answer to a call in the direct chat of a person. */
  const ask = async (id: string, args: object): Promise<string> => {
    const before = chats.shown().length
    chats.network().say({ text: JSON.stringify(args), chatId: id, messageId: String(before), sender: { id } })
    await expect.poll(() => chats.shown().length, { timeout: 10_000 }).toBe(before + 1)
    return chats.shown().at(-1) ?? ''
  }
  const listed = async (id: string) => {
    const { jobs } = JSON.parse(await ask(id, { action: 'list' }))
    return jobs.map(({ name }: { readonly name: string }) => name)
  }
  return { book, owners, ask, listed }
}

test('people see and change only their own jobs, and administrators all jobs', async () => {
  const { ask, listed } = await serveJobs()
  await ask('bob', { ...create, name: 'tea' })
  await ask('eve', { ...create, name: 'cake' })
  expect(await listed('bob')).toEqual(['tea'])
  expect(await listed('ada')).toEqual(['report', 'tea', 'cake'])
  expect(await ask('bob', { action: 'pause', job: 'tea' })).toContain('"state":"paused"')
  expect(await ask('ada', { action: 'remove', job: 'cake' })).toContain('"name":"cake"')
  expect(await listed('eve')).toEqual([])
})

test.each([
  { action: 'pause' },
  { action: 'resume' },
  { action: 'run' },
  { action: 'remove' },
  { action: 'update', deliver: ['net:bob'] },
])("another person's job is as unknown as one that does not exist: $action", async (args) => {
  const { book, owners, ask } = await serveJobs()
  for (const job of [owners.id, owners.id.slice(0, 3), 'report', 'nothing']) {
    expect(await ask('bob', { ...args, job })).toContain(`There is no job "${job}".`)
  }
  expect(await book.list()).toEqual([owners])
})

test("a job does not read the results of another person's jobs", async () => {
  const { book, ask } = await serveJobs()
  expect(await ask('bob', { ...create, context_from: ['report'] })).toContain('There is no job "report".')
  expect(await book.list()).toHaveLength(1)
})

test('people may give their job a name that is taken by a job they cannot see', async () => {
  const { book, owners, ask } = await serveJobs()
  await ask('bob', { ...create, name: 'report' })
  await ask('bob', { action: 'pause', job: 'report' })
  expect((await book.list()).map(({ state }) => state)).toEqual(['active', 'paused'])
  expect(await book.get(owners.id)).toEqual(owners)
})

test.each(['net:ada', 'net', 'all', 'local, net:ada'])(
  'a job of people without a role does not deliver to %s',
  async (target) => {
    const { book, ask } = await serveJobs()
    expect(await ask('bob', { ...create, deliver: [target] })).toContain('Only an administrator can')
    await ask('bob', { ...create, name: 'tea' })
    expect(await ask('bob', { action: 'update', job: 'tea', deliver: [target] })).toContain('Only an administrator can')
    expect((await book.list()).map(({ deliver }) => deliver)).toEqual([['local'], ['local', 'origin']])
  },
)

test('jobs deliver to the chat of their person, and to chats that are open to all', async () => {
  const { book, ask } = await serveJobs()
  await ask('bob', { ...create, deliver: ['origin', 'net:bob', 'net:lobby'] })
  await ask('ada', { ...create, deliver: ['net:bob', 'all'] })
  expect((await book.list()).map(({ deliver }) => deliver)).toEqual([
    ['local'],
    ['origin', 'net:bob', 'net:lobby'],
    ['net:bob', 'all'],
  ])
})

/** Runs the jobs of a gateway immediately. */
function runJobs({ host, gateway, store, home }: Awaited<ReturnType<typeof serveChats>>) {
  const book = openJobs(store, host.config.cron)
  const { deliveries, refusalOfJob: refusalOf } = gateway
  const scheduler = openScheduler(host, { workingDirectory: home, deliveries, refusalOf })
  return {
    book,
    async run({ id }: Job) {
      const { runId } = await book.requestRun(id)
      await scheduler.finish(id, new AbortController().signal)
      return (await book.runs(id)).find((each) => each.id === runId)
    },
  }
}

test('a job is paid for by its person, and skipped while their budget is spent', async () => {
  const usage = { inputTokens: 90, outputTokens: 10 }
  const chats = await serveChats({
    platforms: { net: { allow_from: ['bob'] } },
    settings: { people: { user: { tokens_per_day: 150 } } },
    script: text('Tea is ready.', { usage }),
  })
  const { host, store, shown, provider } = chats
  const { book, run } = runJobs(chats)
  const task = { prompt: 'Look.' }
  const job = { schedule: 'every 1h', task, deliver: ['net:bob'], createdBy: 'agent' } as const
  const ofBob = openJobs(store, host.config.cron, {}, { userId: 'net:bob' })
  const [tea, cake] = [await ofBob.add({ ...job, name: 'tea' }), await book.add({ ...job, name: 'cake' })]
  expect(await run(tea)).toMatchObject({ state: 'completed' })
  expect(await store.values?.get('chat.spending', 'net:bob')).toMatchObject({ tokens: 100 })
  expect(await run(tea)).toMatchObject({ state: 'completed' })
  const reason = 'The 150 tokens of today of its person are used up: there is more after 0:00 UTC.'
  const skipped = await run(tea)
  expect(skipped).toMatchObject({ state: 'skipped', reason, deliveries: [{ target: 'net:bob', state: 'delivered' }] })
  expect(provider.requests).toHaveLength(2)
  expect(await book.get(tea.id)).toMatchObject({ state: 'active', failures: 0, runs: 2 })
  await expect.poll(() => shown().join('\n')).toContain(reason)
  expect(await run(cake)).toMatchObject({ state: 'completed' })
  expect(await store.values?.get('chat.spending', 'net:bob')).toMatchObject({ tokens: 200 })
})

test('administrators pay for the jobs that they create, which have the rights of the owner', async () => {
  const usage = { inputTokens: 90, outputTokens: 10 }
  const chats = await serveChats({
    settings: { people: { admin: { tokens_per_day: 350 } } },
    script: (request) => {
      const isAsked = JSON.stringify(Object(request).messages.at(-1)).includes('make tea')
      return isAsked ? call('cronjob', { ...create, name: 'tea' }, { usage }) : text('Tea is ready.', { usage })
    },
  })
  const { network, shown } = chats
  const { book, run } = runJobs(chats)
  network().say({ text: 'make tea' })
  await expect.poll(() => shown().at(-1)).toBe('Tea is ready.')
  network().say({ text: '/blueprint morning-brief ok' })
  await expect.poll(() => shown().at(-1)).toContain('Scheduled **morning-brief**')
  const [tea, brief] = await book.list()
  if (!tea || !brief) throw new TypeError('The jobs were not made.')
  expect(tea).not.toHaveProperty('userId')
  expect(await run(tea)).toMatchObject({ state: 'completed' })
  expect(await run(brief)).toMatchObject({ state: 'completed' })
  const reason = 'The 350 tokens of today of its person are used up: there is more after 0:00 UTC.'
  expect(await run(tea)).toMatchObject({ state: 'skipped', reason })
})

test('a job of a person who is no longer paired does not run until they are paired again', async () => {
  const chats = await serveChats({ platforms: { net: {} }, script: text('Tea is ready.') })
  const { host, store, provider } = chats
  if (!store.values) throw new TypeError('The store has no values.')
  const pairing = createPairing(store.values)
  const pair = async () =>
    pairing.approve('net', (await pairing.request('net', strangerOf('bob'), async () => false)) ?? '')
  const { run } = runJobs(chats)
  const job = { schedule: 'every 1h', task: { prompt: 'Look.' }, createdBy: 'agent' } as const
  const tea = await openJobs(store, host.config.cron, {}, { userId: 'net:bob' }).add(job)
  const ofGroup = await openJobs(store, host.config.cron, {}, { userId: 'net:chat:team' }).add(job)
  await pair()
  expect(await run(tea)).toMatchObject({ state: 'completed' })
  await pairing.revoke('net', 'bob')
  const reason = 'Its person may not write to this agent any more.'
  expect(await run(tea)).toMatchObject({ state: 'skipped', reason })
  expect(provider.requests).toHaveLength(1)
  expect(await run(ofGroup)).toMatchObject({ state: 'completed' })
  await pair()
  expect(await run(tea)).toMatchObject({ state: 'completed' })
})
