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

/** Expects one clear sentence on standard error, without a stack. */
function expectSentence({ stderr }: Ended, pattern: RegExp): void {
  expect(stderr).toMatch(pattern)
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
  expect(stderr).not.toMatch(/^\s+at /m)
}

test('names a wrong key and where to set it', async () => {
  await using fake = await startFakeProvider({ script: text('never'), apiKey: 'another' })
  const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /key/i)
  expect(ended.stderr).not.toContain('test-key')
})

test('names an unreachable base URL', async () => {
  const gone = await startFakeProvider({ script: text('never') })
  await gone.close()
  const ended = await sandbox.run([...provider(gone.baseUrl), '-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, new RegExp(new URL(gone.baseUrl).host))
})

test('names an unknown model', async () => {
  await using fake = await startFakeProvider({ script: text('never'), models: ['other-model'] })
  const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /fake-model/)
})

test('suggests the most similar provider, flag and command', async () => {
  expectSentence(await sandbox.run(['--provider', 'openruter', '-z', 'hi']), /openrouter/)
  const flag = await sandbox.run(['--modle', 'x', '-z', 'hi'])
  expect(flag.code).toBe(2)
  expectSentence(flag, /--model/)
  const command = await sandbox.run(['sesions'])
  expect(command.code).toBe(2)
  expectSentence(command, /sessions/)
})

test('reports malformed YAML with its line, and leaves it unchanged', async () => {
  const broken = 'model:\n  default: "x\n'
  sandbox.writeHome('config.yaml', broken)
  const ended = await sandbox.run(['-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /config\.yaml.*line|line.*config\.yaml/i)
  expect(sandbox.readHome('config.yaml')).toBe(broken)
})

test('reports an unknown config key with the most similar one', async () => {
  sandbox.writeHome('config.yaml', 'model:\n  base_ur: http://localhost\n')
  const ended = await sandbox.run(['-z', 'hi'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /model\.base_ur.*model\.base_url/s)
})

test('names an unusable home', async () => {
  sandbox.write('file', '')
  const home = join(sandbox.workspace, 'file', 'home')
  const ended = await sandbox.run(['-z', 'list the files here'], { env: { HERMES_HOME: home } })
  expect(ended.code).toBe(1)
  expectSentence(ended, /file\/home/)
})

test('rejects a state.db of a newer version and leaves it unchanged', async () => {
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

test('reports a damaged state.db and does not replace it', async () => {
  sandbox.writeHome('state.db', 'this is no database, but long enough to be looked at. '.repeat(40))
  const ended = await sandbox.run(['-z', 'list the files here'])
  expect(ended.code).toBe(1)
  expectSentence(ended, /state\.db/)
  expect(sandbox.readHome('state.db')).toContain('this is no database')
})

test('tells the model about a binary file in read_file', async () => {
  sandbox.write('picture.bin', Buffer.from([0, 1, 2, 255, 254, 0, 0]))
  await using fake = await startFakeProvider({ script: [call('read_file', { path: 'picture.bin' }), text('ok')] })
  await sandbox.run([...provider(fake.baseUrl), '-z', 'go'])
  expect(JSON.stringify(fake.requests[1]?.body)).toMatch(/binary/i)
})

test('passes on a prompt of 10 MB completely', async () => {
  await using fake = await startFakeProvider({ script: text('ok') })
  const prompt = 'tea '.repeat(2_500_000)
  const ended = await sandbox.run([...provider(fake.baseUrl), 'chat'], { stdin: prompt })
  expect(ended).toMatchObject({ code: 0, stdout: 'ok\n' })
  expect(JSON.stringify(fake.requests[0]?.body).length).toBeGreaterThan(9_900_000)
})

test('replaces invalid UTF-8 on standard input with a warning', async () => {
  await using fake = await startFakeProvider({ script: text('ok') })
  const ended = await sandbox.run([...provider(fake.baseUrl), 'chat'], { stdin: Buffer.from([0x61, 0xff, 0x62]) })
  expect(ended.code).toBe(0)
  expect(ended.stderr).toMatch(/UTF-8/)
  expect(JSON.stringify(fake.requests[0]?.body)).toContain('a\ufffdb')
})

test('rejects an empty prompt', async () => {
  expect((await sandbox.run(['-z', ''])).code).toBe(2)
})

test('keeps the messages of a failed turn, which can be continued', async () => {
  await using fake = await startFakeProvider({ script: fail(new TransportError('invalid-request', 'No.')) })
  expect((await sandbox.run([...provider(fake.baseUrl), '-z', 'remember the teapot'])).code).toBe(1)
  fake.setScript(text('I do.'))
  const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'do you?', '-c'])
  expect(ended.stdout).toBe('I do.\n')
  expect(JSON.stringify(fake.requests.at(-1)?.body.messages)).toMatch(/remember the teapot.*do you\?/)
})

test('reports a full disk without losing stored data', () => {
  const line = (first: number) => Array.from({ length: 120 }, (_, n) => (first * 120 + n) * 7_919).join(' ')
  writeFileSync(join(sandbox.workspace, 'big.txt'), Array.from({ length: 90 }, (_, n) => line(n)).join('\n'))
  const hermes = `'${process.execPath}' '${join(root, 'apps/cli/dist/main.js')}'`
  // A file system of two megabytes serves as the home: it fills up, and disappears with the process.
  const script = `
    mount -t tmpfs -o size=2m tmpfs "$HERMES_HOME" || exit 77
    ${hermes} -z 'remember the teapot' > /dev/null || exit 78
    dd if=/dev/zero of="$HERMES_HOME/fill" bs=1k 2> /dev/null
    ${hermes} sessions show latest 2>&1 || exit 79
    rm "$HERMES_HOME/fill"
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
  expect(stdout).toMatch(/conversations can be read, and nothing is stored.*\n.*remember the teapot/s)
  expect(status).toBe(0)
}, 120_000)

test('reports a working folder that was deleted', () => {
  const main = join(root, 'apps/cli/dist/main.js')
  const command = 'rmdir "$PWD" && exec "$0" "$1" sessions list'
  const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, main], {
    cwd: sandbox.workspace,
    env: { ...process.env, HERMES_HOME: sandbox.home },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe('hermes: The current folder no longer exists: change to another one and try again.\n')
})
