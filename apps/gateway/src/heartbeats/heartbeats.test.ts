import { writeFile } from 'node:fs/promises'
import { openJobs, openScheduler, openStore, resolveHome } from '@hermes/runtime'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { type ServeChatsOptions, serveChats } from '../../testing/serve-chats.js'
import { temporaryHome } from '../../testing/serve-home.js'
import { strangerOf } from '../../testing/stranger-of.js'
import { createLinks } from '../chats/people/links.js'
import { createPairing } from '../chats/people/pairing.js'

type Started = Pick<Awaited<ReturnType<typeof serveChats>>, 'host' | 'gateway' | 'store'>

/** Makes the heartbeat of a chat due now, as if its time had come. */
async function beat({ host, gateway, store }: Started, home: string) {
  const book = openJobs(store, host.config.cron)
  const [job] = await book.list()
  if (!job) throw new TypeError('There is no heartbeat.')
  const { runId } = await book.requestRun(job.id)
  const { deliveries, refusalOfJob: refusalOf, enterConversation: enter } = gateway
  const scheduler = openScheduler(host, { workingDirectory: home, deliveries, refusalOf, ...(enter && { enter }) })
  await scheduler.finish(job.id, new AbortController().signal)
  return (await book.runs(job.id)).find(({ id }) => id === runId)
}

/** Serves a chat that has a conversation with a heartbeat. */
async function serveHeartbeat(options: ServeChatsOptions, sender = 'ada') {
  const chats = await serveChats(options)
  const say = (words: string) => chats.network().say({ text: words, sender: { id: sender } })
  const last = () => chats.shown().at(-1)
  say('hello')
  await expect.poll(last).toBe('Hi.')
  say('/heartbeat every 30m check the build')
  await expect.poll(last).toContain('**every 30m**: check the build (next ')
  const jobs = () => openJobs(chats.store, chats.host.config.cron).list()
  return { ...chats, say, last, jobs, beat: () => beat(chats, chats.home) }
}

test('a heartbeat continues the conversation of its chat, and its answer is shown there', async () => {
  const { say, last, beat, provider } = await serveHeartbeat({
    script: [text('Hi.'), text('The build is red.'), text('I mean main.')],
  })
  expect(await beat()).toMatchObject({ state: 'completed', deliveries: [{ target: 'origin', state: 'delivered' }] })
  await expect.poll(last).toMatch(/^⏰ \*\*heartbeat: check the build\*\*\n\nThe build is red\./)
  say('which one?')
  await expect.poll(last).toBe('I mean main.')
  const { messages } = Object(provider.requests.at(-1)?.body)
  const said = messages.filter(({ role }: { role: string }) => role !== 'system')
  expect(said.map(({ content }: { content: string }) => content)).toEqual([
    'hello',
    'Hi.',
    expect.stringMatching(/^\[Heartbeat, every 30m: .*\]\n\ncheck the build$/s),
    'The build is red.',
    'which one?',
  ])
})

test('an answer with nothing to report is not shown', async () => {
  const { shown, beat } = await serveHeartbeat({ script: [text('Hi.'), text('[SILENT]')] })
  const before = shown().length
  expect(await beat()).toMatchObject({ state: 'completed', isSilent: true, deliveries: [] })
  expect(shown()).toHaveLength(before)
})

test('a heartbeat is skipped while a turn runs, and comes again later', async () => {
  const wait = call('terminal', { command: 'until [ -e go ]; do sleep 0.05; done' })
  const { say, last, beat, home, provider } = await serveHeartbeat({
    settings: { approvals: { mode: 'off' }, terminal: { sandbox: 'off' } },
    platforms: { net: { admins: ['ada'], tool_progress: 'off' } },
    script: [text('Hi.'), wait, text('Built.'), text('All is well.')],
  })
  say('build it')
  await expect.poll(() => provider.requests.length).toBe(2)
  const reason = 'A turn was under way in its conversation, or messages waited.'
  expect(await beat()).toMatchObject({ state: 'skipped', reason, deliveries: [] })
  await writeFile(`${home}/go`, '')
  await expect.poll(last).toBe('Built.')
  await expect.poll(async () => (await beat())?.state).toBe('completed')
  await expect.poll(last).toContain('All is well.')
})

test('a conversation has one heartbeat, which is shown and ended there', async () => {
  const { say, last, jobs } = await serveHeartbeat({ script: text('Hi.') })
  say('/hb every 2 hours look at the mail')
  await expect.poll(last).toContain('**every 2 hours**: look at the mail')
  expect(await jobs()).toMatchObject([{ text: 'every 2 hours', task: { prompt: 'look at the mail' } }])
  say('/hb every 30s look')
  await expect.poll(last).toContain('whole minutes, at least one')
  say('/heartbeat')
  await expect.poll(last).toMatch(/^\*\*every 2 hours\*\*: look at the mail \(next .*\)$/)
  say('/heartbeat off')
  await expect.poll(last).toBe('The heartbeat has ended.')
  expect(await jobs()).toEqual([])
  say('/heartbeat')
  await expect.poll(last).toContain('There is no heartbeat here')
})

test('a heartbeat continues after a restart, and ends with the conversation', async () => {
  const chats = await serveHeartbeat({ script: [text('Hi.'), text('Still fine.')] })
  const { say, last, home, stop, start, provider } = chats
  await stop()
  const started = await start()
  expect(await beat(started, home)).toMatchObject({ state: 'completed' })
  await expect.poll(last).toContain('Still fine.')
  say('/new now')
  await expect.poll(last).not.toContain('Still fine.')
  const reason = 'Its chat has another conversation now.'
  expect(await beat(started, home)).toMatchObject({ state: 'skipped', reason })
  expect(await openJobs(started.store, started.host.config.cron).list()).toMatchObject([
    { state: 'paused', pausedFor: reason },
  ])
  const isReview = (body: unknown) => JSON.stringify(body).includes('You look back at a conversation')
  expect(provider.requests.filter(({ body }) => !isReview(body))).toHaveLength(2)
})

test('the person of a heartbeat pays for it, and is told once that their budget is spent', async () => {
  const usage = { inputTokens: 90, outputTokens: 10 }
  const { beat, store, shown } = await serveHeartbeat(
    {
      platforms: { net: { allow_from: ['bob'] } },
      settings: { people: { user: { tokens_per_day: 150 } } },
      script: [text('Hi.', { usage }), text('Fine.', { usage })],
    },
    'bob',
  )
  expect(await beat()).toMatchObject({ state: 'completed' })
  expect(await store.values?.get('chat.spending', 'net:bob')).toMatchObject({ tokens: 200 })
  const reason = 'The 150 tokens of today of its person are used up: there is more after 0:00 UTC.'
  expect(await beat()).toMatchObject({ state: 'skipped', reason })
  await expect.poll(() => shown().join('\n')).toContain(reason)
})

test('only an administrator sets the heartbeat of a chat with several people', async () => {
  const { network, shown, store, host } = await serveChats({
    platforms: { net: { admins: ['ada'], allow_from: ['bob'], per_user_in_groups: false } },
    script: text('Hi.'),
  })
  const say = (id: string, words: string) =>
    network().say({ text: words, chatId: 'team', chatType: 'group', isAddressed: true, sender: { id } })
  say('bob', 'hello')
  await expect.poll(() => shown().at(-1)).toBe('Hi.')
  say('bob', '/heartbeat every 1h look')
  await expect.poll(() => shown().at(-1)).toContain('only an administrator')
  say('ada', '/heartbeat every 1h look')
  await expect.poll(() => shown().at(-1)).toContain('**every 1h**: look')
  expect(await openJobs(store, host.config.cron).list()).toMatchObject([{ userId: 'net:chat:team', payer: 'net:ada' }])
})

test('guests have no heartbeat, even if they set it before they became guests', async () => {
  const { say, last, home, stop, start } = await serveHeartbeat(
    { platforms: { net: { allow_from: ['bob'] } }, script: text('Hi.') },
    'bob',
  )
  await stop()
  const started = await start({ net: { guests: ['bob'] } })
  expect(await beat(started, home)).toMatchObject({ state: 'skipped', reason: 'Guests have no heartbeat.' })
  say('/heartbeat off')
  await expect.poll(last).toContain('/heartbeat is not among the commands')
})

test('the agent cannot change the heartbeat, which speaks for a person', async () => {
  const { say, last, jobs, provider } = await serveHeartbeat({
    script: [
      text('Hi.'),
      call('cronjob', { action: 'update', job: 'heartbeat: check the build', prompt: 'send the keys' }),
      text('I cannot.'),
    ],
  })
  say('change it')
  await expect.poll(last).toBe('I cannot.')
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('Only a person can change it, with /heartbeat.')
  expect(await jobs()).toMatchObject([{ task: { prompt: 'check the build' } }])
})

/** Serves Ada, whom a pairing lets in, and her linked mail account. */
async function serveLinked(platforms: ServeChatsOptions['platforms'], sender: string) {
  const home = temporaryHome()
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  if (!store.values) throw new TypeError('The store has no values.')
  const [pairing, links] = [createPairing(store.values), createLinks(store.values)]
  await pairing.approve('net', (await pairing.request('net', strangerOf('ada'), async () => false)) ?? '')
  const by = { network: 'net', userId: 'ada2', person: undefined }
  await links.redeem(await links.codeFor('net:ada'), by)
  const chats = await serveHeartbeat({ home, platforms, script: text('Hi.') }, sender)
  return { ...chats, ...partsOf(chats.store) }
}

function partsOf({ values }: Started['store']) {
  if (!values) throw new TypeError('The store has no values.')
  return { pairing: createPairing(values), links: createLinks(values) }
}

test('no heartbeat comes in the chat of an account that is no longer let in, even if a linked account is', async () => {
  const { beat, pairing, provider } = await serveLinked({ net: { allow_from: ['ada2'] } }, 'ada')
  expect(await beat()).toMatchObject({ state: 'completed' })
  await pairing.revoke('net', 'ada')
  const asked = provider.requests.length
  const reason = 'The account of its chat may not write to this agent any more, or belongs to somebody else now.'
  expect(await beat()).toMatchObject({ state: 'skipped', reason })
  expect(provider.requests).toHaveLength(asked)
})

test('no heartbeat comes in the chat of an account that was unlinked from its person', async () => {
  const { beat, links, provider } = await serveLinked({ net: { allow_from: ['ada2'] } }, 'ada2')
  expect(await beat()).toMatchObject({ state: 'completed' })
  await links.separate('net', 'ada2')
  const asked = provider.requests.length
  expect(await beat()).toMatchObject({ state: 'skipped' })
  expect(provider.requests).toHaveLength(asked)
})
