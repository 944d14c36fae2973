import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'

const script = () => text('Hi.')
const bob = { id: 'bob', name: 'Bob' }
const toolsOf = (request: { readonly body: unknown } | undefined) => JSON.stringify(Object(request?.body).tools)

test('a guest has few commands and tools, and a user has those of the settings', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { allow_from: ['ada'], allow_all: 'guests', busy_mode: 'queue' } },
    settings: { people: { user: { commands: ['status'] } } },
    script,
  })
  network().say({ text: 'hello', sender: bob, chatId: 'bobs' })
  await expect.poll(() => shown()).toEqual(['Hi.'])
  expect(toolsOf(provider.requests[0])).not.toContain('"terminal"')
  network().say({ text: '/compress', sender: bob, chatId: 'bobs' })
  await expect.poll(() => shown().at(-1)).toBe('/compress is not among the commands that you may use here.')
  network().say({ text: '/start', sender: bob, chatId: 'bobs' })
  await expect.poll(() => shown().at(-1)).toBe('Write a message, and I answer. /help lists the commands.')
  network().say({ text: '/whoami', sender: bob, chatId: 'bobs' })
  await expect.poll(() => shown().at(-1)).toContain('net:bob')
  network().say({ text: 'hello' })
  await expect.poll(() => provider.requests.length).toBe(2)
  expect(toolsOf(provider.requests[1])).toContain('"terminal"')
  network().say({ text: '/new' })
  // The refusal may come before or after the answer of the turn.
  await expect.poll(() => shown()).toContainEqual(expect.stringContaining('/new is not among'))
})

test('/help lists what the person may run in this chat, and /whoami names their role', async () => {
  const { network } = await serveChats({
    platforms: { net: { owners: ['olga'], admins: ['ada'], guests: ['bob'], allow_from: ['carl'] } },
    settings: { people: { user: { commands: ['model', 'status'], group_commands: ['status'] } } },
    script,
  })
  let chats = 0
  async function answerTo(id: string, line: string, end: RegExp, chatType: 'direct' | 'group' = 'direct') {
    chats += 1
    const chatId = `chat ${chats}`
    network().say({ text: line, sender: { id }, chatId, chatType, isAddressed: true })
    const answer = () =>
      network()
        .shown.flatMap(({ chatId: at, text }) => (at === chatId ? text : []))
        .join('\n')
    await expect.poll(answer).toMatch(end)
    return answer()
  }
  /** Returns the listed commands. The command that opens a chat is the last one. */
  const listed = async (id: string, chatType?: 'group') =>
    [...(await answerTo(id, '/help', /\/start\b/, chatType)).matchAll(/^.*?\/([a-z-]+)/gm)].map(([, name]) => name)
  expect(await listed('bob')).toEqual(['help', 'new', 'stop', 'status', 'whoami', 'link', 'start'])
  expect(await listed('carl')).toEqual(['help', 'stop', 'model', 'status', 'whoami', 'link', 'start'])
  expect(await listed('carl', 'group')).toEqual(['help', 'stop', 'status', 'whoami', 'link', 'start'])
  await answerTo('bob', '/help model', /There is no command \/model here/)
  const ofAdmins = await listed('ada')
  expect(ofAdmins).toContain('insights')
  expect(ofAdmins).not.toContain('approvals')
  expect(await listed('olga')).toContain('approvals')
  await answerTo('bob', '/whoami', /net:bob.*guest/s)
  await answerTo('olga', '/whoami', /local.*owner/s)
})

test('the menu of a network has the commands of users', async () => {
  const { network } = await serveChats({
    platforms: { net: { allow_all: true } },
    settings: { people: { user: { commands: ['new'] } } },
    script,
  })
  await expect.poll(() => network().commands.map(({ name }) => name)).toContain('new')
  expect(network().commands.map(({ name }) => name)).toEqual(['help', 'new', 'stop', 'whoami', 'link', 'start'])
})

test('groups have separate commands and administrators', async () => {
  const { network } = await serveChats({
    platforms: { net: { admins: ['ada', 'carl'], group_admins: ['carl'], allow_from: ['bob'], busy_mode: 'queue' } },
    settings: { people: { user: { commands: ['busy', 'status'], group_commands: ['status'] } } },
    script,
  })
  let chats = 0
  /** Returns what a person is told in their own chat. */
  async function told(id: string, line: string, chatType: 'direct' | 'group', answer: RegExp) {
    chats += 1
    const chatId = `chat ${chats}`
    network().say({ text: line, sender: { id }, chatId, chatType })
    const texts = () => network().shown.flatMap((message) => (message.chatId === chatId ? message.text : []))
    await expect.poll(() => texts().join('\n')).toMatch(answer)
  }
  const refused = /is not among the commands that you may use here/
  await told('bob', '/busy', 'direct', /a message during a turn/)
  await told('bob', '/busy', 'group', refused)
  await told('bob', '/status', 'group', /fake-model/)
  await told('bob', '/whoami', 'group', /net:bob/)
  await told('ada', '/compress', 'group', refused)
  await told('ada', '/whoami', 'group', /net:ada.*user/s)
  await told('ada', '/whoami', 'direct', /net:ada.*admin/s)
  await told('carl', '/whoami', 'group', /net:carl.*admin/s)
})

test('an owner changes settings in a chat, and an administrator only views them', async () => {
  const { network } = await serveChats({ platforms: { net: { owners: ['olga'], admins: ['ada'] } }, script })
  async function told(id: string, line: string, answer: RegExp) {
    const from = network().shown.length
    network().say({ text: line, sender: { id }, chatId: `chat of ${id}` })
    const texts = () =>
      network()
        .shown.slice(from)
        .flatMap(({ text }) => text ?? [])
    await expect.poll(() => texts().join('\n')).toMatch(answer)
  }
  await told('ada', '/config set agent.max_turns 7', /Only an owner can change settings/)
  await told('olga', '/config set agent.max_turns 7', /Changed from the next turn on.*agent\.max_turns/)
  await told('olga', '/config set agent.max_turns many', /a whole number/)
  await told('olga', '/config set OPENROUTER_API_KEY sk-1', /does not belong in a conversation/)
  await told('ada', '/config agent.max_turns', /7/)
  await told('ada', '/config unset agent.max_turns', /Only an owner can change settings/)
  await told('olga', '/config unset agent.max_turns', /Changed from the next turn on.*agent\.max_turns/)
})

test('a stranger who has become known frees a place for those who wait to be let in', async () => {
  const strangers = { net: { unauthorized: 'pair' } } as const
  const { network, shown, start, stop } = await serveChats({ platforms: strangers, script })
  const greet = (id: string) => network().say({ text: 'hello', sender: { id }, chatId: `chat of ${id}` })
  for (const id of ['ada', 'bob', 'cyd']) greet(id)
  await expect.poll(() => shown().filter((text) => text.startsWith('I do not know you yet.'))).toHaveLength(3)
  await stop()
  await start({ net: { ...strangers.net, allow_from: ['ada'] } })
  greet('dan')
  await expect
    .poll(() => network().shown.at(-1))
    .toMatchObject({ chatId: 'chat of dan', text: expect.stringContaining('code') })
})

test('a spent budget is reported once per chat, and in groups only to people who address the agent', async () => {
  const { network, provider, start, stop, home } = await serveChats({
    platforms: { net: { allow_all: true, busy_mode: 'queue', free_chats: ['lobby'] } },
    settings: { people: { user: { tokens_per_day: 1 } } },
    script,
  })
  const told = (chatId: string) =>
    network()
      .shown.filter((each) => each.chatId === chatId)
      .map((each) => each.text)
  const notice = expect.stringMatching(/You have used your 1 tokens/)
  const refusals = () => {
    const path = join(home, 'logs', 'audit.jsonl')
    return existsSync(path) ? readFileSync(path, 'utf8').split('"refused"').length - 1 : 0
  }
  network().say({ text: 'one' })
  await expect.poll(() => told('chat-1')).toEqual(['Hi.'])
  const lobby = { chatId: 'lobby', chatType: 'group' } as const
  network().say({ ...lobby, text: 'chatter', isAddressed: false })
  network().say({ ...lobby, text: 'more chatter', isAddressed: false })
  await expect.poll(refusals).toBe(2)
  for (const words of ['two', 'three']) network().say({ ...lobby, text: words })
  await expect.poll(refusals).toBe(4)
  await expect.poll(() => told('lobby')).toEqual([notice])
  await stop()
  await start()
  for (const words of ['four', 'five']) network().say({ ...lobby, text: words })
  network().say({ text: 'six' })
  await expect.poll(() => told('chat-1')).toEqual(['Hi.', notice])
  await expect.poll(refusals).toBe(7)
  network().say({ ...lobby, text: '/retry' })
  await expect.poll(() => told('lobby')).toEqual([notice, notice])
  expect(provider.requests).toHaveLength(1)
})

test('a person whose daily budget is spent is told so, even after a restart', async () => {
  const { network, shown, provider, start, stop } = await serveChats({
    platforms: { net: { allow_all: true, owners: ['olga'], busy_mode: 'queue' } },
    settings: { people: { user: { tokens_per_day: 1 }, budgets: { 'net:bob': { usd_per_day: 1 } } } },
    script,
  })
  network().say({ text: 'one' })
  await expect.poll(() => shown()).toEqual(['Hi.'])
  await stop()
  await start()
  network().say({ text: 'two' })
  await expect.poll(() => shown().at(-1)).toMatch(/You have used your 1 tokens of today/)
  for (const line of ['/queue two', '/retry', '/bg two', '/review', '/btw two', '/compress', '/a/path as a message']) {
    const before = shown().length
    network().say({ text: line })
    await expect.poll(() => shown().slice(before)).toEqual([expect.stringMatching(/You have used your 1 tokens/)])
  }
  network().say({ text: '/status' })
  await expect.poll(() => shown().join()).toMatch(/fake-model/)
  expect(provider.requests).toHaveLength(1)
  for (const [chatId, id] of [
    ['b', 'bob'],
    ['o', 'olga'],
    ['o', 'olga'],
  ] as const) {
    network().say({ text: 'three', chatId, sender: { id } })
  }
  await expect.poll(() => provider.requests.length).toBe(4)
})

test('one person on two networks has the same memory and rights', async () => {
  const remember = call('memory', { action: 'add', target: 'user', content: 'Ada plays chess.' })
  const { network, shown, provider, home } = await serveChats({
    platforms: { net: { admins: ['ada'] }, other: { unauthorized: 'ignore' } },
    script: [remember, text('Noted.'), text('Chess.')],
  })
  network().say({ text: 'I play chess' })
  await expect.poll(() => shown()).toEqual(['Noted.'])
  network().say({ text: '/link' })
  await expect.poll(() => shown()).toHaveLength(2)
  const [, code = ''] = /`\/link (\w{8})`/.exec(shown()[1] ?? '') ?? []
  const other = { sender: { id: 'ada2' }, chatId: 'o' }
  network('other').say({ ...other, text: '/link AAAAAAAA' })
  await expect.poll(() => shown('other')).toEqual([expect.stringContaining('no such code')])
  network('other').say({ ...other, text: `/link ${code}` })
  await expect.poll(() => shown('other').at(-1)).toContain('You are net:ada here')
  network('other').say({ ...other, text: 'What do I play?' })
  await expect.poll(() => shown('other').at(-1)).toBe('Chess.')
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('Ada plays chess.')
  network('other').say({ ...other, text: '/whoami' })
  await expect.poll(() => shown('other').at(-1)).toMatch(/net:ada.*admin/s)
  network('other').say({ sender: { id: 'eve' }, chatId: 'e', text: `/link ${code}` })
  await expect.poll(() => shown('other').at(-1)).toContain('no such code')
  network().say({ text: '/unlink' })
  await expect.poll(() => shown().at(-1)).toBe('Your linked account is separate again.')
  network('other').say({ ...other, text: 'And now?' })
  const audit = () => readFileSync(join(home, 'logs', 'audit.jsonl'), 'utf8')
  await expect.poll(audit).toMatch(/"stranger","network":"other","chat":"o"/)
  expect(audit()).not.toContain('chess')
  expect(provider.requests).toHaveLength(3)
})

test('an owner has the memory of the terminal, and codes are not shown in groups', async () => {
  const { network, shown, store } = await serveChats({
    platforms: { net: { owners: ['ada'], busy_mode: 'queue' } },
    script,
  })
  network().say({ text: 'hello' })
  await expect.poll(() => shown()).toEqual(['Hi.'])
  const [session] = await store.sessions.find({ source: 'net' })
  expect(session?.userId).toBeUndefined()
  network().say({ text: '/link', chatId: 'team', chatType: 'group' })
  await expect.poll(() => shown().at(-1)).toContain('direct chat')
})

test('a guest cannot allow a dangerous call', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { guests: ['ada'] } },
    settings: { people: { guest: { toolsets: ['terminal'] } } },
    script: [call('terminal', { command: 'rm -rf workspace/notes' }), text('Done.')],
  })
  network().say({ text: 'clean up' })
  await expect.poll(() => network().shown.flatMap(({ buttons }) => buttons)).not.toEqual([])
  expect(shown().join()).toContain('rm -rf')
  const [value] = network().shown.flatMap(({ buttons }) => buttons)
  network().press('message-1', value?.replace('deny', 'once') ?? '')
  await expect.poll(() => shown().at(-1)).toBe('Guests cannot allow this.')
  expect(provider.requests).toHaveLength(1)
})

test('the audit log distinguishes refused commands from others, and records who answered which question', async () => {
  const { network, shown, home, runtime } = await serveChats({
    workingDirectory: temporaryHome(),
    platforms: { net: { owners: ['olga'], allow_from: ['ada'], guests: ['bob'] } },
    settings: { people: { guest: { toolsets: ['terminal'] } } },
    script: (body) =>
      JSON.stringify(body).includes('"role":"tool"') ? text('Done.') : call('terminal', { command: 'rm -rf ./notes' }),
  })
  const audit = () => {
    const path = join(home, 'logs', 'audit.jsonl')
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    return lines.map((line) => {
      const { at: _, network: __, chat: ___, ...entry } = JSON.parse(line)
      return entry
    })
  }
  const [ofAda, ofBob] = [
    { user: 'ada', person: 'net:ada', role: 'user' },
    { user: 'bob', person: 'net:bob', role: 'guest' },
  ]
  async function told(id: string, line: string, answer: RegExp) {
    network().say({ text: line, sender: { id }, chatId: id })
    await expect.poll(() => shown().at(-1)).toMatch(answer)
  }
  await told('ada', '/insights', /needs the role "admin"/)
  await told('bob', '/yolo', /^\/yolo is for owners\.$/)
  await told('ada', '/whoami', /net:ada/)
  const first = [
    { event: 'refused', ...ofAda, detail: '/insights' },
    { event: 'refused', ...ofBob, detail: '/yolo' },
    { event: 'command', ...ofAda, detail: '/whoami' },
  ]
  await expect.poll(audit).toEqual(first)

  /** Returns the button that allows a person's call, once it is shown. */
  async function question(id: string) {
    network().say({ text: 'clean up', sender: { id }, chatId: id })
    const find = async () => (await runtime.questions.open()).find(({ state }) => state === 'open')?.id
    await expect.poll(find).toBeDefined()
    return (await find()) ?? ''
  }
  const press = (id: string, value: string) => network().press('any', value, { sender: { id }, chatId: id })
  const allowed = await question('ada')
  press('ada', `q:${allowed}:once`)
  await expect.poll(() => shown()).toContain('Done.')
  press('ada', `q:${allowed}:once`)
  await expect.poll(() => shown().at(-1)).toBe('The question has ended.')
  const denied = await question('bob')
  press('bob', `q:${denied}:once`)
  await expect.poll(() => shown().at(-1)).toBe('Guests cannot allow this.')
  await told('bob', '/approve', /^Guests cannot allow this\.$/)
  press('bob', `q:${denied}:deny`)
  await expect
    .poll(audit)
    .toEqual([
      ...first,
      { event: 'message', ...ofAda },
      { event: 'answer', ...ofAda, question: allowed, detail: 'once' },
      { event: 'refused', ...ofAda, question: allowed },
      { event: 'message', ...ofBob },
      { event: 'refused', ...ofBob, question: denied },
      { event: 'refused', ...ofBob, detail: '/approve' },
      { event: 'answer', ...ofBob, question: denied, detail: 'deny' },
    ])
})

test('an administrator makes a chat the home chat of its network, and others do not', async () => {
  const settings = [
    'platforms:',
    '  net:',
    '    use: "@example/net"',
    '    admins: [ada]',
    '    allow_from: [bob]',
    '    busy_mode: queue\n',
  ].join('\n')
  const home = temporaryHome()
  writeFileSync(join(home, 'config.yaml'), settings)
  const { network, shown } = await serveChats({
    platforms: {},
    networks: new Map([['net', createScriptedNetwork()]]),
    readsFile: true,
    home,
    script: [],
  })
  network().say({ text: '/sethome', sender: bob, chatId: 'bobs' })
  await expect.poll(() => shown().join()).toMatch(/needs the role "admin"/)
  network().say({ text: '/sethome', chatId: '-100', threadId: '7', chatType: 'group' })
  await expect.poll(() => shown().join()).toContain('This is the home chat of net now')
  expect(readFileSync(join(home, 'config.yaml'), 'utf8')).toContain('home_chat: -100:7')
})
