import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

const flags = ({ baseUrl }: FakeProvider, model: string) => ['--base-url', baseUrl, '-m', model]
const settings = ({ baseUrl }: FakeProvider, model: string) =>
  `model: { provider: custom, base_url: "${baseUrl}", default: ${model}, context_length: 20000 }\n`
const modelsOf = ({ requests }: FakeProvider) => requests.map(({ body }) => body.model)

test('restores the model and server of the flags with -c', async () => {
  sandbox.writeHome('config.yaml', settings(second, 'usual'))
  await sandbox.run([...flags(first, 'special'), '-z', 'one'])
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

test("prefers flags to the session's model, and keeps its server with -m alone", async () => {
  sandbox.writeHome('config.yaml', settings(second, 'usual'))
  await sandbox.run([...flags(first, 'special'), '-z', 'one'])
  await sandbox.run(['-c', '-m', 'other', '-z', 'two'])
  expect(modelsOf(first)).toEqual(['special', 'other'])
  await sandbox.run(['-c', ...flags(second, 'third'), '-z', 'three'])
  await sandbox.run(['-c', '-z', 'four'])
  expect(modelsOf(second)).toEqual(['third', 'third'])
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
