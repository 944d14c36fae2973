import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox } from './hermes.js'

let sandbox: Sandbox
let first: FakeProvider
let second: FakeProvider
beforeEach(async () => {
  sandbox = createSandbox()
  first = await startFakeProvider({ script: () => text('From the first.') })
  second = await startFakeProvider({ script: () => text('From the second.') })
})
afterEach(async () => {
  sandbox[Symbol.dispose]()
  await first.close()
  await second.close()
})

const atServer = ({ baseUrl }: FakeProvider, model: string) => ['--base-url', baseUrl, '-m', model]
const settings = ({ baseUrl }: FakeProvider, model: string) =>
  `model: { provider: custom, base_url: "${baseUrl}", default: ${model}, context_length: 20000 }\n`
const modelsOf = ({ requests }: FakeProvider) => requests.map(({ body }) => body.model)

test('restores the model and server of the flags with -c', async () => {
  sandbox.writeHome('config.yaml', settings(second, 'usual'))
  await sandbox.run([...atServer(first, 'special'), '-z', 'one'])
  expect(await sandbox.run(['-c', '-z', 'two'])).toMatchObject({ code: 0, stdout: 'From the first.\n' })
  expect(modelsOf(first)).toEqual(['special', 'special'])
  expect(second.requests).toHaveLength(0)
})

test('restores the server of a session after the settings have changed', async () => {
  sandbox.writeHome('config.yaml', settings(first, 'former'))
  await sandbox.run(['-z', 'one'])
  sandbox.writeHome('config.yaml', settings(second, 'usual'))
  await sandbox.run(['-c', '-z', 'two'])
  await sandbox.run(['-z', 'three'])
  expect(modelsOf(first)).toEqual(['former', 'former'])
  expect(modelsOf(second)).toEqual(['usual'])
})

test("prefers flags to the session's model, and keeps its server with only -m", async () => {
  sandbox.writeHome('config.yaml', settings(second, 'usual'))
  await sandbox.run([...atServer(first, 'special'), '-z', 'one'])
  await sandbox.run(['-c', '-m', 'other', '-z', 'two'])
  expect(modelsOf(first)).toEqual(['special', 'other'])
  await sandbox.run(['-c', ...atServer(second, 'third'), '-z', 'three'])
  await sandbox.run(['-c', '-z', 'four'])
  expect(modelsOf(second)).toEqual(['third', 'third'])
})

const withoutKey = 'model: { provider: openai, default: gpt-5.2 }\n'

test.each([[['-c']], [['-c', '-m', 'special']]])(
  'resumes with %j when the configured model has no key',
  async (flags) => {
    await sandbox.run([...atServer(first, 'special'), '-z', 'one'])
    sandbox.writeHome('config.yaml', withoutKey)
    expect(await sandbox.run([...flags, '-z', 'two'])).toMatchObject({
      code: 0,
      stdout: 'From the first.\n',
      stderr: '',
    })
    expect(modelsOf(first)).toEqual(['special', 'special'])
    const other = await sandbox.run(['-z', 'three'])
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('OPENAI_API_KEY') })
  },
)

test('resumes without a request to the configured server', async () => {
  await sandbox.run([...atServer(first, 'special'), '-z', 'one'])
  const asked: string[] = []
  const configured = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end('{}')
  })
  await new Promise<void>((resolve) => configured.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void configured.close())
  const address = configured.address()
  const port = typeof address === 'object' ? address?.port : undefined
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "http://127.0.0.1:${port}/v1", default: usual }\n`,
  )
  expect(await sandbox.run(['-c', '-z', 'two'])).toMatchObject({ code: 0, stdout: 'From the first.\n' })
  expect(asked).toEqual([])
})

test('resumes a session in its folder, and reports a missing folder', async () => {
  const folder = join(realpathSync(sandbox.workspace), 'project')
  mkdirSync(folder)
  sandbox.writeHome('config.yaml', settings(first, 'usual'))
  await sandbox.run(['-z', 'one'], { cwd: folder })
  first.setScript([call('terminal', { command: 'pwd' }), text('Done.')])
  await sandbox.run(['-c', '-z', 'two'])
  expect(JSON.stringify(first.requests.at(-1)?.body.messages)).toContain(folder)
  first.setScript(() => text('Still here.'))
  rmSync(folder, { recursive: true })
  const gone = await sandbox.run(['-c', '-z', 'three'])
  expect(gone.stderr).toContain(`The session's folder ${folder} no longer exists`)
  expect(gone.code).toBe(0)
})

test.each([
  ['a user and a password', (url: string) => url.replace('://', '://ann:hunter2-hunter2@')],
  ['a key', (url: string) => `${url}?code=hunter2-hunter2`],
])('does not store %s of an address, and uses them again', async (_, addCredentials) => {
  const config = settings({ ...first, baseUrl: addCredentials(first.baseUrl) }, 'usual')
  sandbox.writeHome('config.yaml', config)
  const asked = await sandbox.run(['-z', 'one'])
  expect(asked).toMatchObject({ code: 0, stdout: 'From the first.\n' })
  expect(await sandbox.run(['-c', '-z', 'two'])).toMatchObject({ code: 0, stdout: 'From the first.\n' })
  expect(await sandbox.run(['-c', '-m', 'other', '-z', 'three'])).toMatchObject({ code: 0 })
  const [sent, ...others] = first.requests.map(({ headers }) => headers.authorization)
  expect(others).toEqual([sent, sent])
  const copies = /^config-good-.*\.yaml$/
  expect(filesWith(sandbox.home, 'hunter2').filter((name) => !copies.test(name))).toEqual(['config.yaml'])
})

function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}
