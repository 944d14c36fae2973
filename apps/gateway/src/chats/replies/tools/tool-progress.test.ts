import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

type Chats = Awaited<ReturnType<typeof serveChats>>

const person = { admins: ['ada'] }
const settings = { approvals: { mode: 'off' as const }, terminal: { sandbox: 'off' as const } }

/** Creates two commands, each of which waits until the test lets it end. */
function commands() {
  const folder = `"$(pwd)"`
  const wait = (name: string) => call('terminal', { command: `until [ -e ${folder}/${name} ]; do sleep 0.05; done` })
  return [wait('first'), wait('second'), text('Both have ended, and this is the answer.')]
}

async function letEnd({ home }: Chats, name: string): Promise<void> {
  await writeFile(`${home}/${name}`, '')
}

test('one message shows the tools of a turn, and is removed when the answer arrives', async () => {
  const chats = await serveChats({ script: commands(), settings })
  const { network, shown } = chats
  network().say({ text: 'run them' })
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^⏳ terminal `until .*…`$/)])
  await letEnd(chats, 'first')
  await expect
    .poll(() =>
      shown()[0]
        ?.split('\n')
        .map((line) => line.slice(0, 10)),
    )
    .toEqual(['✓ terminal', '⏳ terminal'])
  await letEnd(chats, 'second')
  await expect.poll(() => shown()).toEqual(['Both have ended, and this is the answer.'])
})

test('the message stays with its final state if the settings say so', async () => {
  const chats = await serveChats({
    platforms: { net: { ...person, keep_tool_progress: true, tool_progress: 'new', stream: false } },
    script: commands(),
    settings,
  })
  const { network, shown } = chats
  network().say({ text: 'run them' })
  await expect.poll(() => shown()).toEqual(['⏳ terminal'])
  await letEnd(chats, 'first')
  await letEnd(chats, 'second')
  await expect.poll(() => shown()).toEqual(['✓ terminal ×2', 'Both have ended, and this is the answer.'])
})

test('a message about tools that a person deletes does not come back', async () => {
  const chats = await serveChats({
    platforms: { net: { ...person, keep_tool_progress: true, tool_progress: 'new', stream: false } },
    script: commands(),
    settings,
  })
  const { network, shown, store } = chats
  network().say({ text: 'run them' })
  await expect.poll(() => shown()).toEqual(['⏳ terminal'])
  const [message] = network().shown
  if (message) await network().connect().remove?.(message, { signal: new AbortController().signal })
  await letEnd(chats, 'first')
  await letEnd(chats, 'second')
  await expect.poll(() => shown()).toEqual(['Both have ended, and this is the answer.'])
  for (const queue of ['chat-replies', 'chat-outbox']) await expect.poll(() => store.queue?.list({ queue })).toEqual([])
  expect(shown()).toHaveLength(1)
})

test('groups see no arguments unless the settings say so, and `off` shows nothing', async () => {
  const run = async (platforms: Parameters<typeof serveChats>[0]['platforms'], chatType: 'group' | 'direct') => {
    const chats = await serveChats({ platforms, script: commands(), settings })
    chats.network().say({ text: 'run them', chatType, chatId: 'team' })
    await expect.poll(() => chats.provider.requests.length).toBe(1)
    return chats
  }
  const quiet = await run({ net: { ...person, tool_progress: 'off' } }, 'direct')
  const usual = await run({ net: person }, 'group')
  await expect.poll(() => usual.shown()).toEqual(['⏳ terminal'])
  const open = await run({ net: { ...person, tool_progress: 'all' } }, 'group')
  await expect.poll(() => open.shown()).toEqual([expect.stringMatching(/^⏳ terminal `until/)])
  await letEnd(quiet, 'first')
  await letEnd(quiet, 'second')
  await expect.poll(() => quiet.shown()).toEqual(['Both have ended, and this is the answer.'])
})

test('a process that continues the turn removes the message of the earlier one', async () => {
  const chats = await serveChats({ script: commands(), settings })
  const { network, shown } = chats
  network().say({ text: 'run them' })
  await expect.poll(() => shown()).toHaveLength(1)
  await chats.stop()
  await letEnd(chats, 'first')
  await letEnd(chats, 'second')
  await chats.start()
  await expect.poll(() => shown(), { timeout: 20_000 }).toEqual(['Both have ended, and this is the answer.'])
})

test('`log` shows nothing and writes each call', async () => {
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
  const chats = await serveChats({
    platforms: { net: { ...person, tool_progress: 'log' } },
    script: [call('terminal', { command: `echo ${token}; exit 3` }), text('It has failed.')],
    settings,
  })
  const { network, shown, home } = chats
  network().say({ text: 'run it', chatType: 'group', chatId: 'team' })
  await expect.poll(() => shown()).toEqual(['It has failed.'])
  await chats.stop()
  const log = await readFile(join(home, 'logs', 'tool_calls.log'), 'utf8')
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const about = { network: 'net', chat: 'team', tool: 'terminal', conversation: expect.any(String) }
  expect(lines).toMatchObject([
    { event: 'start', ...about, arguments: expect.stringMatching(/^echo /) },
    { event: 'end', ...about, ms: expect.any(Number), call: lines[0]?.call },
  ])
  expect(log).not.toContain(token)
})
