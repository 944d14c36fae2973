import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, hang, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

/** A PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test.each([
  { words: [], resume: 'hermes -r' },
  { words: ['--tui'], setting: 'cli', resume: 'hermes --tui -r' },
  { words: [], setting: 'cli', resume: 'hermes -r' },
  { words: ['--cli'], resume: 'hermes --cli -r' },
])(
  'opens the full screen, or what the settings or an option say: $words $setting',
  async ({ words, setting, resume }) => {
    const sandbox = createSandbox()
    onTestFinished(() => sandbox[Symbol.dispose]())
    const chosen = setting === undefined ? '' : `display: { interface: ${setting} }\n`
    sandbox.writeHome('config.yaml', `${chosen}auxiliary: { title_generation: { enabled: false } }\n`)
    await using fake = await startFakeProvider({ script: text('Here I am.') })
    const chat = openTerminal(sandbox, [process.execPath, main, ...words, ...provider(fake.baseUrl)], {
      interface: 'by settings',
    })
    onTestFinished(() => void chat.process.kill('SIGKILL'))
    await chat.shows('correct it.')
    chat.type('Hello.\r')
    await chat.shows('Here I am.')
    chat.type('\u0004')
    expect(await chat.exit).toBe(0)
    expect(chat.screen()).toContain(`Resume with: ${resume}`)
    // The end of the conversation remains, and the shell continues on its own row. The answer is shown before its turn has ended.
    expect(chat.screen().trimEnd()).toMatch(/Here I am\.\n(?:Leaving when .*\n)?(?:\nDone in .*\n)?\nResume with: .*$/)
    expect(chat.output()).toContain('\u001b]2;Hermes')
    expect(chat.output()).toMatch(/Resume with:[^\n]*\n[^\n]*$/)
  },
)

test('a session of the full screen is also one of the terminal, and works in the given folder', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: text('Here I am.') })
  const talk = async (words: readonly string[], cwd = sandbox.workspace) => {
    const chat = openTerminal(sandbox, [process.execPath, main, '--tui', ...words, ...provider(fake.baseUrl)], { cwd })
    onTestFinished(() => void chat.process.kill('SIGKILL'))
    await chat.shows('fake-model')
    chat.type('Where are you?\r')
    await chat.shows('Here I am.')
    chat.type('\u0004')
    expect(await chat.exit).toBe(0)
  }
  const count = async (source: string) =>
    (await sandbox.run(['sessions', 'list', '--source', source])).stdout.split('\n').filter(Boolean).length
  await talk(['--source', 'tool'])
  await talk([])
  expect([await count('cli'), await count('tool'), await count('rpc')]).toEqual([1, 1, 0])
  const elsewhere = join(sandbox.workspace, 'elsewhere')
  mkdirSync(elsewhere)
  fake.setScript([call('write_file', { path: 'note.txt', content: 'here' }), text('Here I am.')])
  await talk(['-c', '--no-restore-cwd'], elsewhere)
  expect(readFileSync(join(elsewhere, 'note.txt'), 'utf8')).toBe('here')
})

test('the full screen has the commands of a terminal: it saves, clears, shows more, and leaves', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: [text('Here I am.'), text('Still here.')] })
  const chat = openTerminal(sandbox, [process.execPath, main, '--tui', ...provider(fake.baseUrl)])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  // Rows may disappear in between.
  const shows = (part: string) => expect.poll(chat.screen, { timeout: 15_000 }).toContain(part)
  await shows('correct it.')
  chat.type('Hello.\r')
  await shows('Here I am.')
  chat.type('/save md\r')
  await shows('Saved: ')
  const [name = ''] = readdirSync(sandbox.workspace).filter((file) => file.endsWith('.md'))
  expect(readFileSync(join(sandbox.workspace, name), 'utf8')).toContain('Here I am.')
  chat.type('/verbose all\r')
  await shows('all: tool calls and reasoning.')
  chat.type('/clear\r')
  await shows('Yes, and do not ask again')
  chat.type('\r')
  await expect.poll(chat.screen, { timeout: 15_000 }).not.toContain('Here I am.')
  chat.type('Hello again.\r')
  await shows('Still here.')
  chat.type('/quit --delete\r')
  await shows('Yes, and do not ask again')
  chat.type('\r')
  expect(await chat.exit).toBe(0)
  expect(chat.screen()).toContain('The session was removed.')
  expect(chat.screen()).not.toContain('Resume with')
  const { stdout } = await sandbox.run(['sessions', 'list'])
  expect(stdout.trim().split('\n')).toHaveLength(1)
})

test('the full screen shows what a command does, and Escape ends it', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: [hang(), text('Here I am.')] })
  const chat = openTerminal(sandbox, [process.execPath, main, '--tui', ...provider(fake.baseUrl)])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  await chat.shows('correct it.')
  chat.type('/btw What is up?\r')
  await chat.shows('asking… Esc interrupts')
  const request = await fake.request(1)
  chat.type('\u001b')
  await chat.shows('✗ The command was interrupted.')
  await request.ended
  chat.type('Hello.\r')
  await chat.shows('Here I am.')
  expect(chat.screen()).not.toContain('asking')
  chat.type('/quit\r')
  expect(await chat.exit).toBe(0)
})

test('the full screen session uses the skills, image and model of the command line', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  mkdirSync(join(sandbox.home, 'skills', 'brew'), { recursive: true })
  sandbox.writeHome('skills/brew/SKILL.md', '---\nname: brew\ndescription: Makes tea.\n---\nWarm the pot first.\n')
  sandbox.write('pixel.png', Buffer.from(pixel, 'base64'))
  await using fake = await startFakeProvider({ script: () => text('Here I am.') })
  const flags = ['-s', 'brew', '--image', 'pixel.png', '-q', 'What is this?']
  const chat = openTerminal(sandbox, [process.execPath, main, '--tui', ...flags, ...provider(fake.baseUrl)])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  await chat.shows('Here I am.')
  const [{ body: first } = { body: {} }] = fake.requests
  expect(JSON.stringify(first)).toMatch(/Warm the pot first\.[\s\S]*What is this\?[\s\S]*data:image\/png;base64,/)
  chat.type('And now?\r')
  await expect.poll(() => fake.requests.length).toBe(2)
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
  expect(JSON.stringify(fake.requests[1]?.body).match(/Warm the pot first\./g)).toHaveLength(1)
  // The session is resumed without the flags.
  expect(await sandbox.run(['-r', 'latest', '-z', 'Still there?'])).toMatchObject({ stdout: 'Here I am.\n' })
})

test('a missing skill is an error of the command line', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  const flags = ['-s', 'nothing', '--provider', 'offline']
  const chat = openTerminal(sandbox, [process.execPath, main, '--tui', ...flags])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  expect(await chat.exit).toBe(2)
  expect(chat.screen()).toMatch(/^hermes: There is no skill "nothing"\./)
})
