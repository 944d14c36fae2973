import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let fake: FakeProvider
let sandbox: Sandbox
beforeEach(async () => {
  fake = await startFakeProvider({ script: () => text('ok') })
  sandbox = createSandbox()
})
afterEach(async () => {
  sandbox[Symbol.dispose]()
  await fake.close()
})

const ask = (args: readonly string[], options = {}) => sandbox.run([...provider(fake.baseUrl), ...args], options)
const lastMessages = () => JSON.stringify(fake.requests.at(-1)?.body.messages)

test('--query-file asks the text of a file unchanged, or that of stdin', async () => {
  sandbox.write('ask.txt', '/help is a command\n!ls is one, too\n')
  expect(await ask(['--query-file', 'ask.txt'])).toMatchObject({ code: 0, stdout: 'ok\n' })
  expect(lastMessages()).toContain(String.raw`/help is a command\n!ls is one, too\n`)
  await ask(['--query-file', '-'], { stdin: '/new from a pipe' })
  expect(lastMessages()).toContain('/new from a pipe')
  expect(await ask(['--query-file', 'gone.txt'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('gone.txt'),
  })
  expect(await ask(['--query-file', 'ask.txt', '-q', 'x'])).toMatchObject({ code: 2 })
})

test('--source tool keeps a session out of lists, latest and -c', async () => {
  await ask(['-z', 'of a person'])
  await ask(['-z', 'of a program', '--source', 'tool'])
  const listed = async (...args: readonly string[]) =>
    (await sandbox.run(['sessions', 'list', ...args])).stdout.trim().split('\n')
  expect(await listed()).toHaveLength(1)
  expect(await listed('--source', 'tool')).toHaveLength(1)
  for (const resumed of [['-c'], ['-r', 'latest']]) {
    await ask(['-z', 'again', ...resumed])
    expect(lastMessages()).toContain('of a person')
    expect(lastMessages()).not.toContain('of a program')
  }
  expect(await ask(['-z', 'hi', '--source', 'A b'])).toMatchObject({ code: 2 })
})

test('--no-restore-cwd works in the current folder', async () => {
  const elsewhere = join(sandbox.workspace, 'elsewhere')
  mkdirSync(elsewhere)
  await ask(['-z', 'begin'])
  const folderOf = async (...args: readonly string[]) => {
    fake.setScript([call('terminal', { command: 'pwd' }), text('ok')])
    await ask(['-z', 'where?', '-c', ...args], { cwd: elsewhere })
    return lastMessages()
      .match(/\/hermes-work-[^\\"]*/g)
      ?.at(-1)
  }
  expect(await folderOf()).not.toContain('elsewhere')
  expect(await folderOf('--no-restore-cwd')).toContain('elsewhere')
})

test('--checkpoints saves files even if the settings do not', async () => {
  sandbox.writeHome('config.yaml', 'checkpoints: { enabled: false }\n')
  const change = async (...args: readonly string[]) => {
    fake.setScript([call('write_file', { path: 'a.txt', content: 'new' }), text('ok')])
    sandbox.write('a.txt', 'old')
    await ask(['-z', 'change it', ...args])
    return (await sandbox.run(['checkpoints', 'status'])).stdout
  }
  expect(await change()).not.toContain(sandbox.workspace)
  expect(await change('--checkpoints')).toContain(sandbox.workspace)
})

test('--pass-session-id tells the model the id of its session', async () => {
  const { stdout } = await ask(['-z', 'hi', '--json', '--pass-session-id'])
  const [, id] = /"sessionId":"(\w+)"/.exec(stdout) ?? []
  expect(lastMessages()).toContain(`The id of this session is ${id}.`)
  await ask(['-z', 'hi'])
  expect(lastMessages()).not.toContain('The id of this session')
})

test('adds the prompt and the examples of the settings to each request, and names a file that it cannot use', async () => {
  const examples = [
    { role: 'user', content: 'What is 1 + 1?' },
    { role: 'assistant', content: 'Two, Captain.' },
  ]
  const env = { HERMES_EPHEMERAL_SYSTEM_PROMPT: 'Speak of tea.', HERMES_PREFILL_MESSAGES_FILE: 'examples.json' }
  sandbox.writeHome('examples.json', JSON.stringify(examples))
  await ask(['-z', 'one'], { env })
  expect(lastMessages()).toContain(`Speak of tea."},${JSON.stringify(examples).slice(1, -1)}`)
  await ask(['-z', 'two', '-c'])
  expect(lastMessages()).toContain('"one"')
  expect(lastMessages()).not.toMatch(/Captain|Speak of tea/)
  sandbox.writeHome('examples.json', '{}')
  const { code, stderr } = await ask(['-z', 'three'], { env })
  expect(code).not.toBe(0)
  expect(stderr).toContain('examples.json (agent.prefill_messages_file) must be a list of messages')
})

test('--ignore-user-config answers without the settings of config.yaml', async () => {
  sandbox.writeHome('config.yaml', 'agent: { system_prompt: Speak of tea. }\n')
  await ask(['-z', 'hi'])
  expect(lastMessages()).toContain('Speak of tea.')
  await ask(['-z', 'hi', '--ignore-user-config'])
  expect(lastMessages()).not.toContain('Speak of tea.')
  sandbox.writeHome('config.yaml', 'agent: { system_prompt: "\n')
  await ask(['-z', 'hi'])
  // From the newest copy that worked.
  expect(lastMessages()).toContain('Speak of tea.')
  expect(await ask(['-z', 'hi', '--ignore-user-config'])).toMatchObject({ code: 0, stdout: 'ok\n', stderr: '' })
  expect(lastMessages()).not.toContain('Speak of tea.')
})
