import { ConfigError, createMemoryStore, HermesError, type Message, type SessionStore } from '@hermes/core'
import { originsNote } from '@hermes/core/origins'
import { scripted, text } from '@hermes/testkit'
import { describe, expect, it } from 'vitest'
import type { CommandOutcome } from '../../contracts/command-outcome.js'
import type { Surface } from '../../contracts/surface.js'
import { renameConversation } from '../../stored/rename-conversation.js'
import type { Command } from '../command.js'
import { createConfirmations } from '../confirm.js'
import { createCommandTable } from '../create-command-table.js'
import { runCommand } from '../run-command.js'
import { everything, services } from '../testing/built-in-services.js'
import { idle, owner, type TestContextOptions, testContext } from '../testing/command-context.js'
import { type BuiltInServices, builtInCommands } from './built-in-commands.js'
import type { Reloaded } from './settings/reload.js'

const user = (content: string): Message => ({ role: 'user', content })
const agent = (content: string): Message => ({ role: 'assistant', content })

async function storeWith(messages: readonly Message[], id = 'session-1'): Promise<SessionStore> {
  const store = createMemoryStore()
  await store.sessions.create({
    id,
    source: 'cli',
    startedAtMs: 1,
    systemPrompt: 'You help.',
    model: 'usual',
    notes: { tools: [], measured: { promptTokens: 9, messageCount: 4, model: 'usual' } },
  })
  await store.messages.append(
    id,
    messages.map((message, index) => ({ message, timestampMs: index + 1 })),
  )
  return store
}

interface Setting extends TestContextOptions {
  readonly services?: Partial<BuiltInServices>
}

function setUp({ services: more = everything, ...options }: Setting = {}) {
  const { values } = createMemoryStore()
  const table = createCommandTable({
    commands: builtInCommands(services(more)),
    ...(values && { confirmations: createConfirmations(values) }),
  })
  const context = testContext(options)
  const { surface, person } = context
  const withCommands = { ...context, commands: table.list(surface, person) }
  return { table, context, run: (line: string) => runCommand(table, line, withCommands) }
}

describe('all built-in commands', () => {
  const commands = builtInCommands(services(everything))

  it('have distinct names and aliases', () => {
    const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(commands.map(({ name, description }) => [name, description]))('/%s is described in one line', (_, text) => {
    expect(text).toMatch(/^[a-z][^\n.]{5,90}$/)
  })

  it.each(commands.map(({ name }) => name))('/%s answers in a new conversation', async (name) => {
    const outcome = await setUp({
      surface: name === 'approve' || name === 'deny' ? { kind: 'chat' } : { kind: 'terminal' },
    }).run(`/${name}`)
    const refusals = ['steer', 'bg', 'review', 'plan', 'btw', 'branch', 'undo', 'retry', 'handoff']
    expect(outcome.type === 'error').toBe(refusals.includes(name))
  })

  it('are absent without their services', () => {
    const names = builtInCommands(services()).map(({ name }) => name)
    expect(names).toContain('new')
    for (const name of [
      'save',
      'rollback',
      'diff',
      'btw',
      'context',
      'approve',
      'tools',
      'config',
      'clear',
      'handoff',
    ]) {
      expect(names).not.toContain(name)
    }
  })
})

describe('/help', () => {
  it('lists the commands that a person may run, and explains one command', async () => {
    const { run } = setUp({ person: { id: 'guest', role: 'anyone' } })
    expect(await run('/help')).toMatchObject({
      type: 'table',
      rows: expect.arrayContaining([expect.objectContaining({ command: '/version' })]),
    })
    expect(JSON.stringify(await run('/help'))).not.toContain('/new')
    const owned = setUp()
    expect(await owned.run('/help new')).toEqual({
      type: 'text',
      text: '`/new [title] [now | -y]`: begin a new session.\nAlso `/reset`.\nIt runs immediately, even during a turn.\nIt asks for confirmation; `now` or `-y` at the end of the line confirms it.',
    })
    expect(await owned.run('/help nothing')).toMatchObject({ type: 'error' })
  })

  it('counts the skills in a chat, where /commands lists them', async () => {
    const skills = Array.from(
      { length: 30 },
      (_, index): Command => ({
        name: `skill-${index}`,
        description: 'do one thing well',
        category: 'extension',
        run: async () => ({ type: 'done' }),
      }),
    )
    const table = createCommandTable({ commands: builtInCommands(services()), dynamic: () => ({ skills }) })
    const listed = (surface: Surface) => {
      const context = testContext({ surface })
      return runCommand(table, '/help', { ...context, commands: table.list(surface, context.person) })
    }
    const inChat = await listed({ kind: 'chat' })
    expect(inChat).toMatchObject({ note: '30 more are of skills, plugins and the settings: /commands lists all.' })
    expect(JSON.stringify(inChat)).not.toContain('skill-0')
    expect(JSON.stringify(await listed({ kind: 'terminal' }))).toContain('skill-0')
  })

  it('is paged as /commands', async () => {
    const { run } = setUp()
    const first = await run('/commands')
    expect(first).toMatchObject({ note: 'Page 1 of 3. /commands 2 shows the next one.' })
    expect(await run('/commands 3')).toMatchObject({ note: 'Page 3 of 3.' })
    expect(await run('/commands 9')).toMatchObject({ type: 'error' })
  })
})

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

  it('hands the session over, ends it here and begins another one', async () => {
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

  it('leaves the session as it is when no gateway takes it', async () => {
    const refused = async () => Promise.reject(new HermesError('gateway/handoff', 'No gateway took it.'))
    const { run, did } = await setUpHandoff({ handOver: refused })
    expect(await run('/handoff telegram')).toEqual({ type: 'error', text: 'No gateway took it.' })
    expect(did).toEqual([])
  })
})

describe('/new', () => {
  it('opens a new conversation, and ends the session of a started one', async () => {
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

  it('says what ends with a running turn, and drops only what its person has sent', async () => {
    const store = await storeWith([user('Hello.'), agent('Hello.')])
    const { run, context } = setUp({ store })
    const { conversation } = context
    conversation.state = {
      ...idle,
      activity: 'running',
      turn: { id: 't', startedAtMs: 1, by: context.person },
      subagents: [],
    }
    expect(await run('/new')).toMatchObject({ text: '/new: begin a new session? The running turn ends.' })
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
    expect(await run('/clear')).toMatchObject({ text: `/clear: clear the screen and begin a new session? ${question}` })
    expect(await run('/new')).toMatchObject({ type: 'confirm', text: `/new: begin a new session? ${question}` })
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

  it('sanitises a title like a rename, also before the first turn', async () => {
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

describe('/undo and /retry', () => {
  const said = [user('One?'), agent('One.'), user('Two?'), agent('Two.')]

  it('take the last exchange back without losing the record, and keep prompt and prefix', async () => {
    const store = await storeWith(said)
    const { run } = setUp({ store })
    expect(await run('/undo')).toEqual({
      type: 'text',
      text: 'The last exchange was taken back, from "Two?" on. 2 messages are left; changed files stay as they are.',
    })
    const [continuation] = await store.sessions.find({ parentSessionId: 'session-1' })
    const record = await store.sessions.get(continuation?.id ?? '')
    expect(record).toMatchObject({ link: 'compression', systemPrompt: 'You help.', model: 'usual' })
    expect(record?.notes).toEqual({ tools: [], rewound: 1 })
    expect((await store.messages.load(record?.id ?? '')).map(({ message }) => message)).toEqual(said.slice(0, 2))
    expect(await store.messages.load('session-1')).toHaveLength(4)
  })

  it('continue from the end of the previous exchange', async () => {
    const { run } = setUp({ store: await storeWith(said) })
    await run('/undo')
    expect(await run('/undo')).toMatchObject({ text: expect.stringContaining('"One?"') })
    expect(await run('/undo')).toMatchObject({
      type: 'error',
      text: 'Nothing was taken back: there is no exchange in this conversation.',
    })
  })

  it('take several back, at most all of them', async () => {
    const { run } = setUp({ store: await storeWith(said) })
    expect(await run('/undo 3')).toMatchObject({ type: 'error', text: expect.stringContaining('2 exchanges') })
    expect(await run('/undo 2')).toMatchObject({ text: expect.stringContaining('0 messages are left') })
    expect(await run('/undo none')).toMatchObject({ type: 'error' })
  })

  it('submit the last message again', async () => {
    const store = await storeWith(said)
    expect(await setUp({ store }).run('/retry')).toEqual({ type: 'message', content: 'Two?' })
  })

  it('do not treat the summary of a compression as an exchange', async () => {
    const store = await storeWith([user('Old.'), agent('Old.')])
    await store.sessions.split('session-1', {
      id: 'session-2',
      atMs: 5,
      notes: {
        compression: { trigger: 'request', tokensBefore: 9, tokensAfter: 1, durationMs: 1, summary: 'They "spoke".' },
      },
      messages: [user('Summary: They "spoke".'), agent('Noted.')].map((message) => ({ message, timestampMs: 5 })),
    })
    expect(await setUp({ store }).run('/undo')).toMatchObject({ type: 'error' })
  })

  it('wait for a turn of another process', async () => {
    const store = await storeWith(said)
    const claim = await store.claims?.acquire('turn session-1', { signal: new AbortController().signal })
    const undone = setUp({ store }).run('/undo')
    await claim?.[Symbol.asyncDispose]()
    expect(await undone).toMatchObject({ type: 'text' })
    expect(await store.sessions.get('session-1')).toHaveProperty('endReason')
  })
})

describe('/branch', () => {
  it('continues in a copy with the same prefix and choice', async () => {
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

describe('messages during a turn', () => {
  it('are queued or steer it', async () => {
    const { run, context } = setUp()
    expect(await run('/queue and the tests')).toEqual({ type: 'message', content: 'and the tests', whenBusy: 'queue' })
    expect(await run('/steer the tests first')).toEqual({
      type: 'message',
      content: 'the tests first',
      whenBusy: 'steer',
    })
    context.conversation.state = { ...idle, queued: [{ id: '1', content: 'and the tests', by: owner, atMs: 7 }] }
    expect(await run('/queue')).toMatchObject({ rows: [{ position: 1, atMs: 7, by: 'local', text: 'and the tests' }] })
  })

  it('end with /stop, like background work', async () => {
    const { run, context } = setUp({ services: { stopProcesses: async () => 2 } })
    context.conversation.state = { ...idle, activity: 'running', turn: { id: 't', startedAtMs: 1, by: owner } }
    expect(await run('/stop')).toEqual({ type: 'text', text: 'The turn was ended. 2 background processes were ended.' })
    expect(context.conversation.interrupts).toHaveLength(1)
  })
})

describe('choices of the conversation', () => {
  it('/model accepts a name, a provider and the default', async () => {
    const { run, context } = setUp()
    expect(await run('/model large')).toEqual({ type: 'text', text: 'The model is large (lab) · 128,000 tokens.' })
    await run('/model openai:gpt-5.2')
    expect(context.conversation.choice).toEqual({ model: 'gpt-5.2', provider: 'openai' })
    await run('/model qwen3:8b')
    expect(context.conversation.choice).toEqual({ model: 'qwen3:8b', provider: 'openai' })
    await run('/model large --base-url http://127.0.0.1:9/v1')
    expect(context.conversation.choice).toEqual({
      model: 'large',
      provider: 'custom',
      baseUrl: 'http://127.0.0.1:9/v1',
    })
    await run('/model large --provider lab')
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
    await run('/model default')
    expect(context.conversation.choice).toEqual({})
  })

  it('/model resolves aliases, lists models, and saves globally only for an admin', async () => {
    const saved: unknown[] = []
    const more: Partial<BuiltInServices> = {
      aliases: () => ({ big: { model: 'large', provider: 'lab' } }),
      models: async () => [{ model: 'usual', provider: 'lab' }, { model: 'large' }],
      saveDefault: async (reference) => void saved.push(reference),
    }
    const { run, context } = setUp({ services: more })
    await run('/model big')
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
    expect(await run('/model')).toMatchObject({
      type: 'choice',
      options: [
        { command: '/model big', detail: 'large' },
        { command: '/model usual --provider lab' },
        { command: '/model large', isCurrent: true },
      ],
    })
    await run('/model large --global')
    expect(saved).toEqual([{ model: 'large' }])
    const guest = setUp({ services: more, person: { id: 'ben', role: 'user' } })
    expect(await guest.run('/model large --global')).toMatchObject({ type: 'error' })
    expect(await guest.run('/model large --base-url http://127.0.0.1:9/v1')).toMatchObject({ type: 'error' })
    expect(guest.context.conversation.choice).toEqual({})
    expect(saved).toHaveLength(1)
  })

  it('/model says that the provider lists no such model, and uses it all the same', async () => {
    const models = async () => [
      { model: 'usual', provider: 'lab' },
      { model: 'gpt-5.2', provider: 'openai' },
    ]
    const { run, context } = setUp({ services: { models } })
    expect(await run('/model large --provider lab')).toEqual({
      type: 'text',
      text: 'The model is large (lab) · 128,000 tokens. The provider lists no model of that name: /model shows those that it has.',
    })
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
    expect(await run('/model usual --provider lab --once')).not.toMatchObject({
      text: expect.stringContaining('lists'),
    })
    expect(await run('/model large --provider lab --once')).toMatchObject({ text: expect.stringContaining('lists no') })
    const silent = setUp({ services: { models: () => Promise.reject(new Error('No server.')) } })
    expect(await silent.run('/model large')).not.toMatchObject({ text: expect.stringContaining('lists') })
  })

  it('/model keeps the server of a short name to itself, and saves it whole', async () => {
    const saved: unknown[] = []
    const home = { model: 'large', baseUrl: 'http://127.0.0.1:9/v1', apiMode: 'chat_completions', contextWindow: 8192 }
    const { run, context } = setUp({
      services: { aliases: () => ({ home }), saveDefault: async (reference) => void saved.push(reference) },
    })
    await run('/model home --global')
    expect(context.conversation.choice).toEqual({ ...home, provider: 'custom' })
    expect(saved).toEqual([{ ...home, provider: 'custom' }])
    await run('/model home --provider lab')
    expect(context.conversation.choice).toEqual({ model: 'large', provider: 'lab' })
  })

  it('/model --once applies to the next turn only, and --refresh reloads the list', async () => {
    const models = async () => [{ model: 'usual', provider: 'lab' }]
    const refreshModels = async () => ({ count: 4321, source: 'models.dev' })
    const { run, context } = setUp({ services: { ...everything, models, refreshModels } })
    expect(await run('/model large --once')).toEqual({
      type: 'text',
      text: expect.stringMatching(/^The next turn is answered by large \(lab\) · 128,000 tokens, and only that one\./),
    })
    expect(context.conversation.choice).toEqual({})
    expect(context.conversation.once).toEqual({ model: 'large' })
    expect(await run('/model large --once --global')).toMatchObject({ type: 'error' })
    expect(await run('/model --refresh')).toMatchObject({
      type: 'choice',
      prompt: expect.stringMatching(/^Loaded 4,321 models from models\.dev\. usual/),
    })
    const other = setUp({ services: { models, refreshModels }, person: { id: 'ben', role: 'user' } })
    expect(await other.run('/model --refresh')).toMatchObject({ type: 'error' })
  })

  it('/model replaces a choice that cannot answer', async () => {
    const agentFor: BuiltInServices['agentFor'] = async (choice) => {
      if (choice.model === 'gone') throw new ConfigError('model', 'There is no key.')
      return services().agentFor(choice)
    }
    const { run, context } = setUp({ services: { agentFor } })
    context.conversation.choice = { model: 'gone' }
    expect(await run('/model large')).toMatchObject({ text: 'The model is large (lab) · 128,000 tokens.' })
  })

  it('/reload reports changed and invalid settings', async () => {
    const outcomes: (Reloaded | undefined)[] = [
      undefined,
      {
        status: 'applied',
        paths: ['agent.max_turns', 'database.url'],
        variables: ['A_KEY'],
        needRestart: ['database.url'],
      },
      { status: 'refused', error: new ConfigError('model', 'There is no such model.') },
    ]
    const { run } = setUp({ services: { reload: async () => outcomes.shift() } })
    expect(await run('/reload')).toEqual({ type: 'text', text: 'Nothing has changed.' })
    expect(await run('/reload')).toEqual({
      type: 'text',
      text: 'Changed from the next turn on: `agent.max_turns`, `database.url`, `A_KEY`. Restart Hermes to apply `database.url`.',
    })
    expect(await run('/reload')).toEqual({
      type: 'error',
      text: 'The settings stay as they were: There is no such model.',
    })
  })

  it('/config changes a setting, and says what that changed', async () => {
    const calls: unknown[] = []
    const { run } = setUp({
      services: {
        ...everything,
        settings: {
          list: () => [{ name: 'display.language', value: 'en' }],
          async set(path, value) {
            if (path === 'nonsense') throw new ConfigError(path, 'There is no setting nonsense.')
            calls.push([path, value])
          },
          async unset(path) {
            calls.push([path])
            return path === 'display.skin' ? undefined : {}
          },
        },
        reload: async () => ({ status: 'applied', paths: ['display.language'], variables: [], needRestart: [] }),
      },
    })
    const changed = { type: 'text', text: 'Changed from the next turn on: `display.language`.' }
    expect(await run('/config set display.language  zh')).toEqual(changed)
    expect(await run('/config set agent.prompt two  words')).toEqual(changed)
    expect(await run('/config unset display.language')).toEqual(changed)
    expect(await run('/config unset display.skin')).toEqual({ type: 'text', text: '`display.skin` was not set.' })
    expect(calls).toEqual([
      ['display.language', 'zh'],
      ['agent.prompt', 'two  words'],
      ['display.language'],
      ['display.skin'],
    ])
    expect(await run('/config set nonsense 1')).toEqual({ type: 'error', text: 'There is no setting nonsense.' })
    for (const line of ['/config set', '/config set display.language', '/config unset'])
      expect(await run(line)).toMatchObject({ type: 'error', text: expect.stringContaining('/config set KEY VALUE') })
    expect(calls).toHaveLength(4)
  })

  it('/agents lists the sub-agents of the conversation and its background work, nested', async () => {
    const child = {
      parentId: 'session-1',
      goal: 'Count the files.',
      startedAtMs: 2,
      state: 'running',
      doing: 'look',
    } as const
    const inner = {
      id: 'child-3',
      parentId: 'child-1',
      goal: 'Read.',
      startedAtMs: 3,
      state: 'waiting',
      doing: '',
    } as const
    const subagents = {
      of: () => [{ ...child, id: 'child-1' }, { ...child, id: 'child-2' }, inner],
      steer: () => true,
      interrupt: () => true,
      pause: () => true,
      resume: () => true,
    }
    const background = async () => [{ id: 'p1', kind: 'process', title: 'sleep 9', state: 'running' }]
    const { run, context } = setUp({ services: { background, subagents } })
    const turn = { id: 't', startedAtMs: 1, by: owner }
    const elsewhere = { id: 'child-9', goal: 'Elsewhere.', sinceMs: 2 }
    const known = { id: 'child-1', goal: 'Count the files.', sinceMs: 2 }
    context.conversation.state = { ...idle, activity: 'running', turn, subagents: [known, elsewhere] }
    expect(await run('/agents')).toMatchObject({
      rows: [
        { kind: 'turn', state: 'running' },
        { kind: 'sub-agent', id: 'child-1', state: 'look', title: 'Count the files.' },
        { kind: 'sub-agent', id: 'child-3', state: 'waiting', title: '└ Read.' },
        { kind: 'sub-agent', id: 'child-2' },
        { kind: 'sub-agent', id: 'child-9', state: 'beginning' },
        { kind: 'process', id: 'p1' },
      ],
    })
  })

  it('/agents steers, pauses, resumes and ends a sub-agent by the end of its id', async () => {
    const child = { parentId: 'session-1', goal: 'Count.', startedAtMs: 2, state: 'running', doing: 'look' } as const
    const done: unknown[] = []
    const subagents = {
      of: () => [
        { ...child, id: 'child-a1' },
        { ...child, id: 'child-b1' },
      ],
      steer: (...told: unknown[]) => done.push('steer', ...told) > 0,
      interrupt: (_: string, id: string) => id === 'child-a1',
      pause: (...told: unknown[]) => done.push('pause', ...told) > 0,
      resume: (...told: unknown[]) => done.push('resume', ...told) > 0,
    }
    const { run, table, context } = setUp({ services: { subagents } })
    const { id } = context.conversation
    expect(await run('/agents steer b1 Only the\nlarge ones.')).toEqual({
      type: 'text',
      text: 'Told the sub-agent: Count.',
    })
    expect(done.splice(0)).toEqual(['steer', id, 'child-b1', 'Only the\nlarge ones.'])
    expect(await run('/agents pause b1')).toEqual({ type: 'text', text: 'Paused: Count.' })
    expect(await run('/agents resume b1')).toEqual({ type: 'text', text: 'Resumed: Count.' })
    expect(done).toEqual(['pause', id, 'child-b1', 'resume', id, 'child-b1'])
    expect(await run('/agents kill a1')).toEqual({ type: 'text', text: 'Ended: Count.' })
    expect(await run('/agents kill b1')).toMatchObject({ type: 'error', text: expect.stringMatching(/ended already/) })
    expect(await run('/agents kill 1')).toMatchObject({ type: 'error', text: expect.stringMatching(/Several ids/) })
    expect(await run('/agents kill c1')).toMatchObject({ type: 'error', text: expect.stringMatching(/No sub-agent/) })
    for (const line of ['/agents kill', '/agents pause', '/agents steer b1', '/agents rest b1']) {
      expect(await run(line)).toMatchObject({ type: 'error', text: expect.stringMatching(/^Use \/agents/) })
    }
    const found = table.find('/agents', context.surface, context.person)
    expect(found.type === 'command' && (await found.command.complete?.('kill', context))).toEqual([
      { text: 'kill child-a1', detail: 'Count.' },
      { text: 'kill child-b1', detail: 'Count.' },
    ])
  })

  it('/fast is toggled for one model', async () => {
    const { run, context } = setUp()
    expect(await run('/fast status')).toEqual({ type: 'text', text: 'Fast mode is off.' })
    expect(await run('/fast')).toMatchObject({ text: expect.stringMatching(/^Fast mode is on/) })
    expect(context.conversation.choice).toEqual({ speed: 'fast' })
    await run('/model large')
    expect(context.conversation.choice).toEqual({ model: 'large' })
    await run('/fast on')
    expect(await run('/fast')).toEqual({ type: 'text', text: 'Fast mode is off.' })
    expect(await run('/fast please')).toMatchObject({ type: 'error' })
    await run('/fast auto')
    expect(context.conversation.choice).toMatchObject({ speed: 'auto' })
    expect(await run('/fast status')).toEqual({ type: 'text', text: 'Fast mode is on at the beginning of each turn.' })
    await run('/fast cold')
    expect(context.conversation.choice).toMatchObject({ speed: 'cold' })
    expect(await run('/fast')).toEqual({ type: 'text', text: 'Fast mode is off.' })
  })

  it('/reasoning, /approvals and /yolo set them', async () => {
    const { run, context } = setUp()
    expect(await run('/reasoning high')).toMatchObject({ type: 'text' })
    expect(await run('/reasoning extreme')).toMatchObject({ type: 'error' })
    expect(await run('/approvals smart')).toMatchObject({ type: 'text' })
    expect(context.conversation.choice).toEqual({ reasoning: 'high', approvals: 'smart' })
    expect(await run('/approvals list')).toMatchObject({ text: expect.stringContaining('Nothing was allowed') })
    await run('/yolo')
    expect(context.conversation.choice.approvals).toBe('off')
    await run('/yolo')
    expect(context.conversation.choice.approvals).toBe('manual')
    expect(await run('/reasoning default')).toMatchObject({ type: 'text' })
    expect(context.conversation.choice).toEqual({ approvals: 'manual' })
  })

  it('/reasoning tells a terminal what to show, and leaves the effort alone', async () => {
    const viewed: string[] = []
    const viewReasoning = async (view: string) => void viewed.push(view)
    const { run, context } = setUp({ services: { viewReasoning } })
    for (const view of ['show', 'hide', 'full', 'clamp']) {
      expect(await run(`/reasoning ${view}`)).toMatchObject({ type: 'text' })
    }
    expect(viewed).toEqual(['show', 'hide', 'full', 'clamp'])
    expect(context.conversation.choice).toEqual({})
    expect(await setUp().run('/reasoning show')).toMatchObject({ type: 'error' })
  })

  it('/network sets what commands reach, where something confines them', async () => {
    const { run, context } = setUp({ services: { ...everything, usualNetwork: () => 'open' } })
    expect(await run('/network')).toMatchObject({ type: 'choice', prompt: expect.stringMatching(/^on: /) })
    expect(await run('/network list')).toMatchObject({ type: 'text', text: expect.stringMatching(/^list: /) })
    expect(context.conversation.choice).toEqual({ network: 'list' })
    expect(await run('/network maybe')).toMatchObject({ type: 'error' })
    const unconfined = setUp({ services: { ...everything, usualNetwork: () => undefined } })
    expect(await unconfined.run('/network off')).toMatchObject({
      type: 'error',
      text: expect.stringContaining('without a sandbox'),
    })
    expect(unconfined.context.conversation.choice).toEqual({})
  })

  it('/personality and /toolsets only apply to new sessions', async () => {
    const fresh = setUp()
    expect(await fresh.run('/personality pirate')).toMatchObject({ type: 'text' })
    expect(await fresh.run('/toolsets web, terminal')).toMatchObject({ type: 'text' })
    expect(fresh.context.conversation.choice).toEqual({ personality: 'pirate', toolsets: ['web', 'terminal'] })
    const begun = setUp({ store: await storeWith([user('Hello.')]) })
    expect(await begun.run('/personality pirate')).toMatchObject({ type: 'error' })
    expect(await begun.run('/toolsets web')).toMatchObject({ type: 'error' })
  })

  it('/toolsets lists for users, and chooses for administrators', async () => {
    const { run, context } = setUp({ person: { id: 'ben', role: 'user' } })
    expect(await run('/toolsets')).toMatchObject({ type: 'table' })
    expect(await run('/toolsets terminal')).toEqual({
      type: 'error',
      text: 'Choosing toolsets needs the role "admin".',
    })
    expect(context.conversation.choice).toEqual({})
  })

  it('require a role', async () => {
    const { run } = setUp({ person: { id: 'ben', role: 'user' } })
    expect(await run('/yolo')).toEqual({ type: 'error', text: '/yolo needs the role "admin".' })
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
  it('hides archived and delegated sessions by default, and reads no whole history', async () => {
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

describe('files', () => {
  it('/save writes a whole lineage', async () => {
    const written: string[] = []
    const store = await storeWith([user('One?'), agent('One.'), user('Two?')])
    const { run } = setUp({
      store,
      services: { writeFile: async (name, text) => `/tmp/${name}${written.push(text) > 1 ? 'x' : ''}` },
    })
    await run('/undo')
    expect(await run('/save')).toEqual({ type: 'text', text: 'Saved: /tmp/session-1.jsonl' })
    expect(written[0]?.trim().split('\n')).toHaveLength(2)
    expect(await run('/save pdf')).toMatchObject({ type: 'error' })
  })

  it('/rollback lists, compares and restores', async () => {
    const restored: string[] = []
    const checkpoints = () => ({
      list: async () => [
        { id: 'b', takenAtMs: 2, reason: 'write_file' },
        { id: 'a', takenAtMs: 1, reason: 'terminal' },
      ],
      diff: async (id: string, path?: string) => `diff of ${id} ${path ?? ''}`,
      async restore(id: string) {
        restored.push(id)
        return { written: ['x.ts'], removed: [] }
      },
    })
    const { run } = setUp({ services: { checkpoints, gitDiff: async () => '' } })
    expect(await run('/rollback')).toMatchObject({ rows: [{ number: 1 }, { number: 2 }] })
    expect(await run('/rollback diff 2 src')).toEqual({ type: 'diff', diff: 'diff of a src', title: 'terminal' })
    expect(await run('/rollback 1')).toMatchObject({ rows: [{ what: 'restored', path: 'x.ts' }] })
    expect(restored).toEqual(['b'])
    expect(await run('/rollback 7')).toMatchObject({ type: 'error' })
    expect(await run('/diff session')).toEqual({ type: 'diff', diff: 'diff of a ' })
  })

  it.each([
    ['/diff', { scope: 'unstaged', isSummary: false }],
    ['/diff staged --stat', { scope: 'staged', isSummary: true }],
    ['/diff all src/a b.ts', { scope: 'all', isSummary: false, path: 'src/a b.ts' }],
    ['/diff src', { scope: 'unstaged', isSummary: false, path: 'src' }],
  ])('%s asks Git for %j', async (line, expected) => {
    const asked: unknown[] = []
    const gitDiff = async (request: unknown) => {
      asked.push(request)
      return 'diff --git a/x b/x\n'
    }
    expect((await setUp({ services: { gitDiff } }).run(line)).type).toBe(expected.isSummary ? 'text' : 'diff')
    expect(asked).toEqual([expected])
  })
})

it('/verbose cycles through the levels', async () => {
  const display = { showTools: true, showReasoning: false, isReasoningWhole: true }
  const { run } = setUp({ services: { display } })
  expect(await run('/verbose')).toEqual({ type: 'text', text: 'all: tool calls and reasoning.' })
  expect(display).toMatchObject({ showTools: true, showReasoning: true })
  await run('/verbose')
  expect(display).toMatchObject({ showTools: false, showReasoning: false })
  expect(await run('/verbose loud')).toMatchObject({ type: 'error' })
})

describe('/busy', () => {
  it('shows and sets the busy mode', async () => {
    const { run, context } = setUp()
    expect(await run('/busy steer')).toMatchObject({ type: 'text' })
    expect(context.conversation.state.busyMode).toBe('steer')
    expect(await run('/busy')).toMatchObject({
      type: 'choice',
      options: [{ label: 'queue' }, { label: 'steer', isCurrent: true }, { label: 'interrupt' }],
    })
    expect(await run('/busy never')).toMatchObject({ type: 'error' })
  })
})

describe('/bg', () => {
  it('works in a separate conversation with the same choice, and reports its end here', async () => {
    const { run, context } = setUp()
    await context.conversation.choose({ model: 'large' }, owner)
    expect(await run('/bg check the links')).toMatchObject({ type: 'text', text: expect.stringContaining('opened-1') })
    expect(context.opened).toEqual([{ seed: { source: 'cli' }, choice: { model: 'large' } }])
    await expect.poll(() => context.conversation.notices).toHaveLength(1)
    expect(context.conversation.submitted).toEqual([])
  })
})

describe('/review', () => {
  it('shows another agent the latest messages, and whose content they had read', async () => {
    const store = await storeWith([user('Fix the build.'), agent('Fixed the build.')])
    await store.sessions.update('session-1', {
      notes: originsNote.with({}, { read: [{ kind: 'web', name: 'example.com', sinceMs: 1 }], trusted: [] }),
    })
    const { run, context } = setUp({ store })
    expect(await run('/review mind the tests')).toMatchObject({ text: expect.stringContaining('opened-1') })
    const [input] = context.made[0]?.submitted ?? []
    expect(input?.origins).toMatchObject([{ kind: 'web', name: 'example.com' }])
    expect(input?.content).toMatch(/Review the work.*mind the tests.*Fixed the build\./s)
    await expect.poll(() => context.conversation.notices).toEqual([expect.stringContaining('/resume opened-1')])
  })
})

describe('/plan and /init', () => {
  it('are messages to the agent', async () => {
    const { run } = setUp()
    expect(await run('/plan a new door')).toMatchObject({
      type: 'message',
      content: expect.stringContaining('a new door'),
    })
    expect(await run('/init in German')).toMatchObject({
      type: 'message',
      content: expect.stringContaining('in German'),
    })
  })
})

describe('/btw', () => {
  it('answers from a snapshot, and stores nothing', async () => {
    const transport = scripted([text('It is called fix-build.')])
    const store = await storeWith([user('Make a branch.'), agent('Made fix-build.')])
    const { run } = setUp({ store, services: { sideModel: async () => ({ transport, model: { id: 'small' } }) } })
    expect(await run('/btw what did we name the branch?')).toEqual({ type: 'text', text: 'It is called fix-build.' })
    expect(transport.requests).toHaveLength(1)
    expect(transport.requests[0]).toMatchObject({ model: 'small', tools: [] })
    expect(JSON.stringify(transport.requests[0]?.messages)).toMatch(/Made fix-build.*what did we name the branch/)
    expect(await store.messages.load('session-1')).toHaveLength(2)
  })
})

describe('/context', () => {
  it('adds up to the size of the next request', async () => {
    const { run } = setUp()
    const outcome = await run('/context all')
    expect(outcome).toMatchObject({
      type: 'table',
      title: '2 of 128,000 tokens · usual',
      data: { totalTokens: 2, freeTokens: 127_998 },
    })
    expect(outcome.type === 'table' && outcome.rows.map(({ part, tokens }) => [part, tokens])).toEqual([
      ['system prompt', 2],
      ['· identity', 2],
      ['free', 127_998],
    ])
  })
})

describe('/compress', () => {
  it('passes on the topic, and reports the outcome', async () => {
    const { run, context } = setUp({ store: await storeWith([user('One?'), agent('One.')]) })
    expect(await run('/compress')).toEqual({ type: 'text', text: 'Not compressed: There is nothing to save.' })
    const given: unknown[] = []
    context.conversation.compress = async ({ signal: _, ...options } = {}) => {
      given.push(options)
      return { status: 'compressed', tokensBefore: 12_000, tokensAfter: 400.4, durationMs: 1500 }
    }
    expect(await run('/compress here')).toEqual({ type: 'text', text: 'Compressed: 12,000 → 400 tokens in 1.5 s.' })
    await run('/compress here 4')
    await run('/compress the tests')
    expect(given).toEqual([{ keepLast: 2 }, { keepLast: 4 }, { focusTopic: 'the tests' }])
  })
})
