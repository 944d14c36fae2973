import { readdir, readFile, writeFile } from 'node:fs/promises'
import { openStore, resolveHome } from '@hermes/runtime'
import { formatProcessReports, wakeHeading } from '@hermes/safety'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { type ServeChatsOptions, serveChats } from '../../../testing/serve-chats.js'
import { temporaryHome } from '../../../testing/serve-home.js'
import { toPayload } from '../network/payload.js'
import { createPairing } from '../people/pairing.js'

const patient = { timeout: 15_000 }
const settings = { approvals: { mode: 'off' as const }, terminal: { sandbox: 'off' as const } }
const quiet = { tool_progress: 'off' as const, stream: false }
const platforms = { net: { admins: ['ada'], ...quiet } }

const saidIn = (body: unknown): string => String(Object(body).messages.at(-1).content)
const messagesOf = (body: unknown): readonly { readonly content: unknown }[] => Object(body).messages
const isWoken = (body: unknown) => saidIn(body).startsWith('[Not from the user: your background processes woke you.')

/** Creates a command that waits until the test lets it end. */
const waiting = (name = 'go', end = 'echo built') =>
  call('terminal', {
    command: `folder="$(pwd)"; echo begun; until [ -e "$folder/${name}" ]; do sleep 0.05; done; ${end}`,
    background: true,
  })

/** Starts what a person asks for, and replies when it is woken. */
const script = (body: unknown) => {
  const last = Object(body).messages.at(-1)
  if (last.role === 'tool') return text('It runs.')
  if (isWoken(body)) return text('I go on.')
  if (/build it$/.test(saidIn(body))) return waiting()
  return text(`You said: ${saidIn(body).split('\n', 1)}`)
}

/** Returns what people read, without the gateway's messages about processes. */
const answers = (shown: readonly string[]) => shown.filter((line) => !/^(✅|⚠️|🔔)/.test(line))

/** Resolves when the chats owe nothing and nothing waits in them. */
async function untilDone({ queue }: Awaited<ReturnType<typeof serveChats>>['store']) {
  const waiting = async () => ((await queue?.list()) ?? []).filter((item) => /^(chat-|inputs)/.test(item.queue))
  await expect.poll(waiting, patient).toEqual([])
}

async function serveBuild(options: Partial<ServeChatsOptions> = {}, who = 'ada') {
  const chats = await serveChats({
    platforms,
    script,
    ...options,
    settings: { ...settings, ...options.settings, display: { background_process_notifications: 'concise' } },
  })
  const say = (words: string, more = {}) => chats.network().say({ text: words, sender: { id: who }, ...more })
  const said = () => answers(chats.shown())
  say('build it')
  await expect.poll(said, patient).toEqual(['It runs.'])
  return { ...chats, say, said, letEnd: (name = 'go') => writeFile(`${chats.home}/${name}`, '') }
}

test('the end of a command starts a turn in its chat, behind everything that was sent before', async () => {
  const { letEnd, said, shown, provider, store } = await serveBuild()
  await letEnd()
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.'])
  expect(shown()).toContainEqual(expect.stringMatching(/^✅ A background process ended with exit code 0/))
  const [before, woken] = provider.requests.slice(-2)
  expect(messagesOf(woken?.body).slice(0, messagesOf(before?.body).length)).toEqual(messagesOf(before?.body))
  expect(saidIn(woken?.body)).toContain('"exit_code":0')
  await untilDone(store)
})

test('processes that end close together start one turn', async () => {
  const { letEnd, said, say, provider } = await serveBuild({
    script: (body) => (/build more$/.test(saidIn(body)) ? waiting('more') : script(body)),
  })
  say('build more')
  await expect.poll(said, patient).toEqual(['It runs.', 'It runs.'])
  await Promise.all([letEnd(), letEnd('more')])
  await expect.poll(said, patient).toEqual(['It runs.', 'It runs.', 'I go on.'])
  expect(saidIn(provider.requests.at(-1)?.body).match(/"exit_code":0/g)).toHaveLength(2)
})

test('a message that arrives first is answered first and tells the model, and no turn follows', async () => {
  const held = Promise.withResolvers<void>()
  const { letEnd, said, say, shown, store, provider } = await serveBuild({
    script: async (body) => {
      if (saidIn(body).startsWith('hello')) await held.promise
      return script(body)
    },
    platforms: { net: { admins: ['ada'], ...quiet, batch_seconds: 2 } },
  })
  await letEnd()
  // In the meantime, the message waits for another one of its burst.
  say('hello')
  await expect.poll(() => shown().some((line) => line.startsWith('✅')), patient).toBe(true)
  await expect.poll(() => provider.requests.length, patient).toBe(3)
  expect(saidIn(provider.requests.at(-1)?.body)).toMatch(/^hello\n\n\[Not from the user: news of your background/)
  held.resolve()
  await expect.poll(said, patient).toEqual(['It runs.', 'You said: hello'])
  await untilDone(store)
  expect(provider.requests).toHaveLength(3)
})

test('a running turn tells its model, and no other one follows', async () => {
  const { letEnd, home, said, say, provider, store } = await serveBuild({
    script: (body) => {
      if (saidIn(body) === 'look') return call('terminal', { command: 'until [ -e seen ]; do sleep 0.05; done' })
      return saidIn(body).startsWith('[Not from the user: news') ? text('Seen.') : script(body)
    },
  })
  say('look')
  await provider.request(3)
  await letEnd()
  const [name = ''] = await readdir(`${home}/processes`)
  const record = () => readFile(`${home}/processes/${name}`, 'utf8')
  await expect.poll(record, patient).toContain('"exitCode":0')
  await writeFile(`${home}/seen`, '')
  await expect.poll(said, patient).toEqual(['It runs.', 'Seen.'])
  await untilDone(store)
  expect(provider.requests).toHaveLength(4)
})

test('a turn does not start if another one has already told its news', async () => {
  const { letEnd, said, say, provider, store } = await serveBuild()
  await letEnd()
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.'])
  const [home] = (await store.values?.list('chat-homes')) ?? []
  const [, json = ''] = saidIn(provider.requests.at(-1)?.body).split('\n')
  const { processes } = JSON.parse(json)
  const event = {
    ...{ type: 'message', id: '1', messageId: '1', chatId: 'chat', chatType: 'direct', sentAtMs: 0 },
    ...{ sender: { id: 'ada' }, isAddressed: true, attachments: [] },
    text: formatProcessReports(processes, wakeHeading),
  } as const
  const payload = toPayload({
    network: 'net',
    event: { ...event, ...Object(home?.value).address },
    wakes: `${home?.key}`,
  })
  const lane = String(Object(home?.value).key)
  await store.queue?.put({ queue: 'chat-replies', lane, id: 'again', payload })
  await untilDone(store)
  say('hello')
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.', 'You said: hello'])
  expect(provider.requests).toHaveLength(4)
})

test('a command that asks whether to continue blocks nothing, because nobody may ever answer it', async () => {
  const { letEnd, said, say, shown } = await serveBuild()
  say('/new')
  await expect.poll(() => shown().at(-1), patient).toMatch(/^\/new: start a new session\?/)
  await letEnd()
  await expect.poll(() => said().at(-1), patient).toBe('I go on.')
  say('/new -y')
  await expect.poll(() => said().at(-1), patient).toBe('A new session starts with your next message.')
})

test('no turn starts for somebody who may no longer speak', async () => {
  const home = temporaryHome()
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  if (!store.values) throw new TypeError('The store has no values.')
  const pairing = createPairing(store.values)
  const bob = { userId: 'bob', address: { chatId: 'chat' } }
  await pairing.approve('net', (await pairing.request('net', bob, async () => false)) ?? '')
  const chats = await serveBuild({ home, platforms: { net: { ...quiet } } }, 'bob')
  await pairing.revoke('net', 'bob')
  await chats.letEnd()
  await expect.poll(() => chats.shown().at(-1), patient).toMatch(/^✅/)
  await expect.poll(async () => (await chats.store.values?.list('process-wakes'))?.length, patient).toBe(1)
  await untilDone(chats.store)
  expect(chats.provider.requests).toHaveLength(2)
})

test('a command that restarts itself comes to an end', async () => {
  const { said, shown, store, provider } = await serveBuild({
    settings: { ...settings, terminal: { sandbox: 'off', max_wakes: 2 } },
    script: (body) => {
      const last = Object(body).messages.at(-1)
      return last.role === 'tool'
        ? text('It runs.')
        : call('terminal', { command: 'echo begun; sleep 2; echo over', background: true })
    },
  })
  const ended = () => shown().filter((line) => line.startsWith('✅')).length
  await expect.poll(ended, { timeout: 30_000 }).toBe(3)
  await untilDone(store)
  expect(said()).toEqual(['It runs.', 'It runs.', 'It runs.'])
  expect(provider.requests).toHaveLength(6)
}, 60_000)

test('a command that ended together with the gateway wakes the next one, once', async () => {
  const { stop, start, said, shown, provider } = await serveBuild()
  await stop()
  const next = await start()
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.'])
  expect(saidIn(provider.requests.at(-1)?.body)).toContain('ended together with the program')
  await untilDone(next.store)
  await next.stop()
  const last = await start()
  await untilDone(last.store)
  expect(shown().filter((line) => line.startsWith('⚠️'))).toHaveLength(1)
  expect(said()).toEqual(['It runs.', 'I go on.'])
})

test('two gateways on one store start a single turn, whichever takes it', async () => {
  const { start, letEnd, said, say, provider, store } = await serveBuild()
  await start()
  await letEnd()
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.'])
  for (const count of [3, 4]) {
    say('hello')
    await expect.poll(() => said().length, patient).toBe(count)
  }
  await untilDone(store)
  expect(said()).toEqual(['It runs.', 'I go on.', 'You said: hello', 'You said: hello'])
  expect(JSON.stringify(provider.requests.at(-1)?.body).match(/Not from the user/g)).toHaveLength(1)
})

test('a turn in a group belongs to the person whose turn started the command, even after others spoke', async () => {
  const usage = { inputTokens: 90, outputTokens: 10 }
  const group = { chatId: 'team', chatType: 'group', isAddressed: true } as const
  const { store, network, said, letEnd, shown } = await serveChatsInGroup(usage)
  network().say({ ...group, text: 'build it', sender: { id: 'bob' } })
  await expect.poll(said, patient).toEqual(['It runs.'])
  network().say({ ...group, text: 'hello', sender: { id: 'ada' } })
  await expect.poll(() => said().length, patient).toBe(2)
  const spent = async (id: string) => Object(await store.values?.get('chat.spending', `net:${id}`)).turns
  await expect.poll(() => spent('ada'), patient).toBe(1)
  await letEnd()
  await expect.poll(() => said().at(-1), patient).toBe('I go on.')
  await expect.poll(() => spent('bob'), patient).toBe(2)
  expect(await spent('ada')).toBe(1)
  expect(shown().join('\n')).not.toContain('Not from the user')
})

async function serveChatsInGroup(usage: { readonly inputTokens: number; readonly outputTokens: number }) {
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], allow_from: ['bob'], per_user_in_groups: false, ...quiet } },
    settings: { ...settings, people: { user: { tokens_per_day: 1_000_000 } } },
    script: (body) => ({ ...script(body), usage }),
  })
  return {
    ...chats,
    said: () => answers(chats.shown()),
    letEnd: () => writeFile(`${chats.home}/go`, ''),
  }
}

test('no turn starts if the budget is spent, and the person is told why', async () => {
  const usage = { inputTokens: 90, outputTokens: 10 }
  const { letEnd, said, provider } = await serveBuild(
    {
      platforms: { net: { allow_from: ['bob'], ...quiet } },
      settings: { ...settings, people: { user: { tokens_per_day: 150 } } },
      script: (body) => ({ ...script(body), usage }),
    },
    'bob',
  )
  await letEnd()
  await expect.poll(() => said().at(-1), patient).toMatch(/You have used your 150 tokens of today/)
  expect(provider.requests).toHaveLength(2)
})

test('a chat that now continues another session is left alone', async () => {
  const chats = await serveChats({ platforms, script, settings })
  const { network, shown, store, provider, home } = chats
  const say = async (words: string, answer: string | RegExp) => {
    network().say({ text: words })
    await expect.poll(() => shown().at(-1), patient).toMatch(answer)
  }
  await say('hello', 'You said: hello')
  const [first] = (await store.values?.list('chat-homes')) ?? []
  await say('/new now', /new/i)
  await say('build it', 'It runs.')
  await say(`/resume ${first?.key}`, 'You continue')
  await writeFile(`${home}/go`, '')
  await expect.poll(() => shown().at(-1), patient).toMatch(/^✅/)
  await expect.poll(async () => (await store.values?.list('process-wakes'))?.length, patient).toBe(1)
  await untilDone(store)
  await say('hello again', 'You said: hello again')
  expect(provider.requests.filter(({ body }) => isWoken(body))).toEqual([])
})
