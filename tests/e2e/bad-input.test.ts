import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TransportError } from '@hermes/core'
import { call, fail, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Ended, provider, root, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

/** One clear sentence on standard error, nothing else there, and no stack. */
function expectSentence({ stderr }: Ended, pattern: RegExp): void {
  expect(stderr).toMatch(pattern)
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
  expect(stderr).not.toMatch(/^\s+at /m)
}

test('a wrong key says which key and where to set it', async () => {
  await using fake = await startFakeProvider({ script: text('never'), apiKey: 'another' })
  const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /key/i)
  expect(ended.stderr).not.toContain('test-key')
})

test('an unreachable base URL is named', async () => {
  const gone = await startFakeProvider({ script: text('never') })
  await gone.close()
  const ended = await sandbox.run([...provider(gone.baseUrl), '-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, new RegExp(new URL(gone.baseUrl).host))
})

test('an unknown model is named', async () => {
  await using fake = await startFakeProvider({ script: text('never'), models: ['other-model'] })
  const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /fake-model/)
})

test('an unknown provider, flag and command get a hint at the nearest', async () => {
  expectSentence(await sandbox.run(['--provider', 'openruter', '-z', 'hi']), /openrouter/)
  const flag = await sandbox.run(['--modle', 'x', '-z', 'hi'])
  expect(flag.code).toBe(2)
  expectSentence(flag, /--model/)
  const command = await sandbox.run(['sesions'])
  expect(command.code).toBe(2)
  expectSentence(command, /sessions/)
})

test('malformed YAML is told with its line, and left as it is', async () => {
  const broken = 'model:\n  default: "x\n'
  sandbox.writeHome('config.yaml', broken)
  const ended = await sandbox.run(['-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /config\.yaml.*line|line.*config\.yaml/i)
  expect(sandbox.readHome('config.yaml')).toBe(broken)
})

test('an unknown key of the config is told with the nearest valid one', async () => {
  sandbox.writeHome('config.yaml', 'model:\n  base_ur: http://localhost\n')
  const ended = await sandbox.run(['-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /model\.base_ur.*model\.base_url/s)
})

test('a home that cannot be used is named', async () => {
  sandbox.write('file', '')
  const home = join(sandbox.workspace, 'file', 'home')
  const ended = await sandbox.run(['-z', 'list the files here'], { env: { HERMES_HOME: home } })
  expect(ended.code).toBe(1)
  expectSentence(ended, /file\/home/)
})

test('a state.db of a newer version is refused and left alone', async () => {
  await sandbox.run(['-z', 'list the files here'])
  const file = join(sandbox.home, 'state.db')
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA user_version = 9999; PRAGMA journal_mode = DELETE`)
  db.close()
  const before = readFileSync(file)
  const ended = await sandbox.run(['-z', 'list the files here'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /newer/i)
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a damaged state.db is told, and not replaced', async () => {
  sandbox.writeHome('state.db', 'this is no database, but long enough to be looked at. '.repeat(40))
  const ended = await sandbox.run(['-z', 'list the files here'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /state\.db/)
  expect(sandbox.readHome('state.db')).toContain('this is no database')
})

test('a binary file given to read_file is told to the model', async () => {
  sandbox.write('picture.bin', Buffer.from([0, 1, 2, 255, 254, 0, 0]))
  await using fake = await startFakeProvider({ script: [call('read_file', { path: 'picture.bin' }), text('ok')] })
  await sandbox.run([...provider(fake.baseUrl), '-z', 'go'])
  expect(JSON.stringify(fake.requests[1]?.body)).toMatch(/binary/i)
})

test('a prompt of 10 MB arrives whole', async () => {
  await using fake = await startFakeProvider({ script: text('ok') })
  const prompt = 'tea '.repeat(2_500_000)
  const ended = await sandbox.run([...provider(fake.baseUrl), 'chat'], { stdin: prompt })
  expect(ended).toMatchObject({ code: 0, stdout: 'ok\n' })
  expect(JSON.stringify(fake.requests[0]?.body).length).toBeGreaterThan(9_900_000)
})

test('invalid UTF-8 on standard input is replaced, and said to be', async () => {
  await using fake = await startFakeProvider({ script: text('ok') })
  const ended = await sandbox.run([...provider(fake.baseUrl), 'chat'], { stdin: Buffer.from([0x61, 0xff, 0x62]) })
  expect(ended.code).toBe(0)
  expect(ended.stderr).toMatch(/UTF-8/)
  expect(JSON.stringify(fake.requests[0]?.body)).toContain('a\ufffdb')
})

test('an empty prompt is a usage error', async () => {
  expect((await sandbox.run(['-z', ''])).code).toBe(2)
})

test('a failed turn keeps what was said, and can be gone on with', async () => {
  await using fake = await startFakeProvider({ script: fail(new TransportError('invalid-request', 'No.')) })
  expect((await sandbox.run([...provider(fake.baseUrl), '-z', 'remember the teapot'])).code).toBe(1)
  fake.setScript(text('I do.'))
  const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'do you?', '-c'])
  expect(ended.stdout).toBe('I do.\n')
  expect(JSON.stringify(fake.requests.at(-1)?.body.messages)).toMatch(/remember the teapot.*do you\?/)
})

test('a full disk is told, and loses nothing that was stored', () => {
  const line = (first: number) => Array.from({ length: 120 }, (_, n) => (first * 120 + n) * 7_919).join(' ')
  writeFileSync(join(sandbox.workspace, 'big.txt'), Array.from({ length: 90 }, (_, n) => line(n)).join('\n'))
  const hermes = `'${process.execPath}' '${join(root, 'apps/cli/dist/main.js')}'`
  // A file system of two megabytes as the home: it fills up, and is gone with the process.
  const script = `
    mount -t tmpfs -o size=2m tmpfs "$HERMES_HOME" || exit 77
    ${hermes} -z 'remember the teapot' > /dev/null || exit 78
    for i in $(seq 40); do ${hermes} -z 'read big.txt' > /dev/null 2> error.txt || break; done
    cat error.txt
    ${hermes} sessions export --all`
  const { stdout, status } = spawnSync('unshare', ['--map-root-user', '--mount', 'bash', '-c', script], {
    cwd: sandbox.workspace,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HERMES_HOME: sandbox.home, HOME: sandbox.home },
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(stdout).toMatch(/disk is full/i)
  expect(stdout).toContain('remember the teapot')
  expect(status).toBe(0)
}, 120_000)
