import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, resolveHome } from '@hermes/runtime'
import { beforeEach, expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'
import { nameFiles } from './name-files.js'

const cli = cliInHome()
const write = (name: string, content: string | Uint8Array) => writeFile(join(cli.home, name), content)

beforeEach(() =>
  write('config.yaml', 'platforms: { telegram: { token: made-up, home_chat: 7, send_to: ["-5"] }, email: {} }\n'),
)

/** Returns the messages that a gateway would send. */
async function queued() {
  await using store = await openStore(resolveHome({ HERMES_HOME: cli.home }))
  const items = (await store.queue?.list({ queue: 'chat-messages' })) ?? []
  return items.map(({ payload }) => payload)
}

test('sends words, and warns that no gateway is running', async () => {
  const { code, out, err } = await cli.hermes('send', 'telegram', 'The', 'backup', 'is done.')
  expect(code).toBe(0)
  expect(out).toMatch(/^send-[\w-]+ is sent when a gateway of this home runs\.\n$/)
  expect(err).toContain('No gateway of this home runs here.')
  expect(await queued()).toMatchObject([
    { network: 'telegram', chatId: '7', threadId: null, text: 'The backup is done.', files: [] },
  ])
})

test('sends the text of a file with a subject', async () => {
  await write('build.log', '\uFEFFAll green.\n\n')
  const { code, out } = await cli.hermes(
    ...['send', '--to', 'email:ada@example.org', '--subject', 'Build 42', '--file', 'build.log', '--json'],
  )
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({
    id: expect.stringMatching(/^send-/),
    target: 'email:ada@example.org',
    isPaused: false,
    isServed: false,
  })
  expect(await queued()).toMatchObject([{ network: 'email', subject: 'Build 42', text: 'All green.' }])
})

test('says that a message to a paused network waits until it is resumed', async () => {
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: cli.home }))
    await store.values?.update('chat-paused', 'telegram', () => true)
  }
  const { code, out } = await cli.hermes('send', 'telegram', 'Later.')
  expect(code).toBe(0)
  expect(out).toMatch(/^send-[\w-]+ is sent when telegram is resumed: hermes gateway resume telegram\n$/)
})

test('replaces file names with their absolute paths', async () => {
  await mkdir(join(cli.home, 'plots'))
  await write('plots/chart.png', new Uint8Array([0, 1]))
  const text = 'The chart:\n[[as_document]] MEDIA:plots/chart.png'
  expect(await cli.hermes('send', 'telegram', text, '--quiet')).toMatchObject({ code: 0, out: '' })
  const path = join(cli.home, 'plots/chart.png')
  expect(await queued()).toMatchObject([{ text: `The chart:\n[[as_document]] MEDIA:${path}`, files: [path] }])
})

test('attaches no files for a command of the agent', async () => {
  await write('notes.txt', 'private')
  const env = { HERMES_HOME: cli.home }
  const named = (more: object) => nameFiles('MEDIA:notes.txt', { env: { ...env, ...more }, workingDirectory: cli.home })
  expect((await named({})).files).toEqual([join(cli.home, 'notes.txt')])
  expect((await named({ HERMES_PROCESS_ID: '1-2-3.x.1' })).files).toEqual([])
})

test.each([
  [['telegram', 'MEDIA:gone.png'], 1, /There is no file .*gone\.png/],
  [['telegram', 'MEDIA:.'], 1, /is no file/],
  [['telegram', '--file', 'gone.log'], 1, /gone\.log cannot be read/],
  [['signal', 'hi'], 1, /no chat network "signal"/],
  [['telegram:#team', 'hi'], 1, /telegram has no chat "#team"/],
  [['telegram', '--file', 'binary.dat'], 2, /is not text.*"MEDIA:.*binary\.dat"/],
  [['telegram', '--file', 'empty.txt'], 2, /empty\.txt is empty/],
  [['telegram', 'hi', '--file', 'empty.txt'], 2, /two texts/],
  [['telegram'], 2, /stdin is empty/],
  [['telegram', ''], 2, /the text is empty/],
  [['telegram', '   '], 2, /the text is empty/],
  [['telegram', '[[as_document]]'], 2, /only says how files are sent/],
  [[], 2, /There is no target/],
])('exits %j with %i and sends nothing', async (args, code, sentence) => {
  await write('binary.dat', new Uint8Array([0x89, 0x50, 0]))
  await write('empty.txt', '\n')
  expect(await cli.hermes('send', ...args)).toMatchObject({ code, out: '', err: expect.stringMatching(sentence) })
  expect(await queued()).toEqual([])
})

test('lists the chats in the settings', async () => {
  const { out } = await cli.hermes('send', '--list')
  expect(out).toBe('telegram:7  home chat\ntelegram:-5\n')
  expect(await cli.hermes('send', '--list', 'email')).toMatchObject({ code: 0, out: '' })
  const { out: json } = await cli.hermes('send', '--list', 'telegram', '--json')
  expect(JSON.parse(json)).toEqual([
    { target: 'telegram:7', network: 'telegram', isHome: true },
    { target: 'telegram:-5', network: 'telegram', isHome: false },
  ])
  expect(await cli.hermes('send', '--list', 'signal')).toMatchObject({ code: 1 })
})
