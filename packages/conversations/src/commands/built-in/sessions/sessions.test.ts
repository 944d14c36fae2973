import { HermesError, type SessionStore } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import { renameConversation } from '../../../stored/rename-conversation.js'
import { everything } from '../../testing/built-in-services.js'
import { idle, owner } from '../../testing/command-context.js'
import { agent, setUp, storeWith, user } from '../../testing/set-up-commands.js'
import type { BuiltInServices } from '../built-in-commands.js'

describe('/handoff', () => {
  async function setUpHandoff(more: Partial<BuiltInServices> = {}) {
    const did: unknown[] = []
    const store = await storeWith([user('Hello.'), agent('Hello.')])
    const set = setUp({
      store,
      services: {
        ...everything,
        handOver: async (...[id, target]) => void did.push([id, target]),
        endSession: async (...[id, reason]) => void did.push([id, reason]),
        ...more,
      },
    })
    return { ...set, did }
  }

  it('hands the session over, ends it here and starts another one', async () => {
    const { run, context, did } = await setUpHandoff()
    expect(await run('/handoff telegram')).toEqual({
      type: 'open',
      target: { seed: { source: 'cli' } },
      text: 'The conversation continues in telegram: write there. /resume session-1 brings it back here.',
    })
    expect(did).toEqual([
      ['session-1', 'telegram'],
      ['session-1', 'handed_over'],
    ])
    expect(context.reports).toEqual(['Waiting for the gateway …'])
  })

  it('offers the networks', async () => {
    const { run, table, context } = await setUpHandoff()
    const options = ['telegram', 'matrix'].map((label) => ({ label, command: `/handoff ${label}` }))
    expect(await run('/handoff')).toEqual({ type: 'choice', prompt: 'Where do you want to go on?', options })
    const found = table.find('/handoff', context.surface, context.person)
    expect(found.type === 'command' && (await found.command.complete?.('tele', context))).toEqual([
      { text: 'telegram' },
    ])
    const { run: without } = await setUpHandoff({ chatNetworks: () => [] })
    expect(await without('/handoff')).toMatchObject({ type: 'error', text: 'The settings have no chat network.' })
  })

  it('leaves the session unchanged when no gateway takes it', async () => {
    const refused = async () => Promise.reject(new HermesError('gateway/handoff', 'No gateway took it.'))
    const { run, did } = await setUpHandoff({ handOver: refused })
    expect(await run('/handoff telegram')).toEqual({ type: 'error', text: 'No gateway took it.' })
    expect(did).toEqual([])
  })
})

describe('/new', () => {
  it('opens a new conversation, and ends the session of a stored one', async () => {
    const ended: string[] = []
    const endSession = async (id: string, reason: string) => void ended.push(`${id} ${reason}`)
    const { run, context } = setUp({
      services: { endSession },
      store: await storeWith([user('Hello.'), agent('Hello.')]),
    })
    expect(await run('/new release notes')).toMatchObject({ type: 'confirm', confirm: '/new release notes -y' })
    expect(ended).toEqual([])
    expect(await run('/new release notes -y')).toMatchObject({
      type: 'open',
      target: { seed: { source: 'cli', title: 'release notes' } },
    })
    expect(ended).toEqual(['session-1 new_session'])
    expect(context.conversation.interrupts).toHaveLength(1)
  })

  it('says what ends with a running turn, and drops only messages of its person', async () => {
    const store = await storeWith([user('Hello.'), agent('Hello.')])
    const { run, context } = setUp({ store })
    const { conversation } = context
    conversation.state = {
      ...idle,
      activity: 'running',
      turn: { id: 't', startedAtMs: 1, by: context.person },
      subagents: [],
    }
    expect(await run('/new')).toMatchObject({ text: '/new: start a new session? The running turn ends.' })
    const dropped: string[] = []
    const queued = [context.person, { id: 'ada', role: 'user' } as const].map((by) => ({
      id: `of ${by.id}`,
      content: 'And then?',
      by,
      atMs: 1,
    }))
    conversation.waitingFrom = ({ id }) => queued.filter(({ by }) => by.id === id)
    conversation.submissionOf = (id) => ({
      id,
      accepted: Promise.resolve({ as: 'queued', position: 1 }),
      ended: Promise.resolve({ status: 'cancelled' }),
      cancel: async () => dropped.push(id) > 0,
    })
    const question = 'The running turn ends, which drops 1 waiting message.'
    expect(await run('/clear')).toMatchObject({ text: `/clear: clear the screen and start a new session? ${question}` })
    expect(await run('/new')).toMatchObject({ type: 'confirm', text: `/new: start a new session? ${question}` })
    expect(dropped).toEqual([])
    expect(await run('/new -y')).toMatchObject({
      type: 'open',
      text: 'A new session starts with your next message. The running turn was ended, which dropped 1 waiting message.',
    })
    expect(dropped).toEqual([`of ${context.person.id}`])
    expect(conversation.interrupts).toHaveLength(1)
  })

  it('does not ask in an empty conversation', async () => {
    expect(await setUp().run('/new')).toMatchObject({ type: 'open' })
  })

  it('rejects a taken title', async () => {
    const store = await storeWith([user('Hello.')])
    await store.sessions.update('session-1', { title: 'notes' })
    expect(await setUp({ store }).run('/new notes now')).toMatchObject({
      type: 'error',
      text: expect.stringContaining('notes'),
    })
  })
})

describe('/title', () => {
  it('titles a stored session, and shows the title', async () => {
    const { run } = setUp({ store: await storeWith([user('Hello.')]) })
    expect(await run('/title')).toEqual({ type: 'text', text: 'This session has no title.' })
    expect(await run('/title  fix the\tbuild ')).toEqual({ type: 'text', text: 'Title: fix the build' })
    expect(await run('/title')).toEqual({ type: 'text', text: 'Title: fix the build' })
  })

  it('sanitizes a title like a rename, even before the first turn', async () => {
    const said = ' \u202Efix\u200B the\u0007  build\n '
    const store = await storeWith([user('Hello.')])
    const record = await store.sessions.get('session-1')
    if (!record) throw new TypeError('It is not stored.')
    const { title } = await renameConversation(store, record, said)
    await store.sessions.update('session-1', { title: null })
    expect(await setUp({ store }).run(`/title ${said}`)).toEqual({ type: 'text', text: `Title: ${title}` })
    expect(await setUp().run(`/title ${said}`)).toMatchObject({ target: { seed: { title } }, text: `Title: ${title}` })
    expect(await setUp().run('/title \u200B')).toMatchObject({ type: 'error' })
  })

  it('opens another conversation with the title when nothing is stored, and keeps the choice', async () => {
    const { run, context } = setUp()
    await context.conversation.choose({ model: 'large' }, owner)
    expect(await run('/title notes')).toMatchObject({
      type: 'open',
      target: { seed: { title: 'notes' }, choice: { model: 'large' } },
    })
  })
})

describe('/branch', () => {
  it('continue in a copy with the same prefix and choice', async () => {
    const store = await storeWith([user('One?'), agent('One.')])
    await store.sessions.update('session-1', { title: 'notes' })
    const { run, context } = setUp({ store })
    await context.conversation.choose({ model: 'large' }, owner)
    expect(await run('/branch')).toEqual({
      type: 'open',
      target: { id: 'made-1' },
      text: 'You continue in the branch "notes #2". /resume session-1 switches back.',
    })
    expect(await store.sessions.get('made-1')).toMatchObject({
      link: 'branch',
      parentSessionId: 'session-1',
      systemPrompt: 'You help.',
      messageCount: 2,
    })
    expect(context.conversations.live.at(-1)?.choice).toEqual({ model: 'large' })
    expect(await store.sessions.get('session-1')).not.toHaveProperty('endReason')
  })
})

describe('/sessions and /resume', () => {
  const other = { id: 'ben', role: 'user' } as const

  async function twoSessions(): Promise<SessionStore> {
    const store = await storeWith([user('Fix the build.'), agent('Fixed.')])
    await store.sessions.create({ id: 'session-2', source: 'telegram', userId: 'ben', title: 'of Ben', startedAtMs: 2 })
    return store
  }

  it('list the sessions that a person may open', async () => {
    const store = await twoSessions()
    const ids = (outcome: CommandOutcome) => (outcome.type === 'table' ? outcome.rows.map(({ id }) => id) : outcome)
    expect(ids(await setUp({ store }).run('/sessions'))).toEqual(
      ['session-1', 'session-2'].toSorted().reverse().toReversed(),
    )
    expect(ids(await setUp({ store, person: other }).run('/sessions all'))).toEqual(['session-2'])
  })

  it('offer them as a choice of commands', async () => {
    const { run } = setUp({ store: await twoSessions(), person: other })
    expect(await run('/resume')).toEqual({
      type: 'choice',
      prompt: 'Which session?',
      options: [{ label: 'of Ben', detail: 'session-2', command: '/resume session-2' }],
    })
  })

  it('open by title, but not a session of another person', async () => {
    const store = await twoSessions()
    expect(await setUp({ store }).run('/resume of Ben')).toMatchObject({ type: 'open', target: { id: 'session-2' } })
    expect(await setUp({ store, person: other }).run('/resume session-1')).toMatchObject({ type: 'error' })
    expect(await setUp({ store }).run('/resume session-1')).toMatchObject({ type: 'text' })
  })

  it('complete ids and titles', async () => {
    const { table, context } = setUp({ store: await twoSessions() })
    const found = table.find('/resume', context.surface, context.person)
    expect(found.type === 'command' && (await found.command.complete?.('of', context))).toEqual([
      { text: 'of Ben', detail: 'session-2' },
    ])
  })
})

describe('/quit', () => {
  it('leaves, and removes the session after a confirmation', async () => {
    const store = await storeWith([user('Hello.')])
    const { run } = setUp({ store })
    expect(await run('/quit')).toEqual({ type: 'leave' })
    expect(await run('/quit --delete')).toMatchObject({ type: 'confirm', confirm: '/quit --delete -y' })
    expect(await run('/quit --delete -y')).toMatchObject({ type: 'leave' })
    expect(await store.sessions.get('session-1')).toBeUndefined()
    expect(await run('/quit everything')).toMatchObject({ type: 'error' })
  })
})

describe('/quit --delete', () => {
  it('removes only the session, its continuation and their sub-agents', async () => {
    const store = await storeWith([user('Hello.'), agent('Hello.')])
    const child = { source: 'delegate', link: 'delegate', startedAtMs: 3 } as const
    await store.sessions.create({ ...child, id: 'child-1', parentSessionId: 'session-1' })
    await store.sessions.create({ ...child, id: 'grandchild', parentSessionId: 'child-1' })
    await store.sessions.split('session-1', { id: 'session-2', atMs: 4, messages: [] })
    await store.sessions.create({ ...child, id: 'child-2', parentSessionId: 'session-2', source: 'library' })
    await store.sessions.create({
      id: 'branch',
      source: 'cli',
      link: 'branch',
      parentSessionId: 'session-1',
      startedAtMs: 5,
    })
    await store.sessions.create({ id: 'other', source: 'cli', startedAtMs: 6 })
    await store.values?.update('conversation-choices', 'session-1', () => ({ model: 'large' }))
    expect(await setUp({ store }).run('/quit --delete -y')).toMatchObject({ type: 'leave' })
    expect((await store.sessions.find()).map(({ id }) => id).toSorted()).toEqual(['branch', 'other'])
    expect(await store.values?.get('conversation-choices', 'session-1')).toBeUndefined()
  })

  it('waits for the end of the turn that it interrupts', async () => {
    const store = await storeWith([user('Hello.'), agent('Hello.')])
    const { run, context } = setUp({ store })
    const ended = Promise.withResolvers<void>()
    context.conversation.betweenTurns = async (work) => {
      await ended.promise
      return work()
    }
    const left = run('/quit --delete -y')
    expect(await store.sessions.get('session-1')).toBeDefined()
    ended.resolve()
    await left
    expect(await store.sessions.get('session-1')).toBeUndefined()
  })
})

describe('/sessions', () => {
  it('hides archived and delegated sessions by default, without reading whole histories', async () => {
    const store = await storeWith([user('Fix the build.'), agent('Fixed.')])
    await store.sessions.create({ id: 'old', source: 'cli', title: 'old', startedAtMs: 2 })
    await store.sessions.update('old', { archived: true })
    await store.sessions.create({
      id: 'child',
      source: 'library',
      link: 'delegate',
      parentSessionId: 'session-1',
      title: 'child',
      startedAtMs: 3,
    })
    const limits: (number | undefined)[] = []
    const counted: SessionStore = {
      ...store,
      messages: {
        ...store.messages,
        load(id, options) {
          limits.push(options?.limit)
          return store.messages.load(id, options)
        },
      },
    }
    const { run } = setUp({ store: counted })
    const titles = (outcome: CommandOutcome) =>
      outcome.type === 'table' ? outcome.rows.map(({ title }) => title) : outcome
    expect(titles(await run('/sessions'))).toEqual(['Fix the build.'])
    expect(titles(await run('/sessions --archived'))).toEqual(['old'])
    expect(titles(await run('/sessions all --delegated'))).toEqual(['child'])
    expect(await run('/sessions some')).toMatchObject({ type: 'error' })
    expect(limits).toEqual([3])
  })
})
