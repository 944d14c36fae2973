import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
})
afterEach(() => sandbox[Symbol.dispose]())

const work = call('terminal', { command: 'touch begun; until [ -e finish ]; do sleep 0.05; done' })

test('makes a second terminal wait for the first one, with a notice', async () => {
  await using fake = await startFakeProvider({ script: [work, text('The first is done.'), text('Now the second.')] })
  const first = sandbox.start([...provider(fake.baseUrl), '-q', 'one'])
  await fake.request(1)
  const second = sandbox.start([...provider(fake.baseUrl), '-c', '-q', 'two'])
  await second.prints(/in use by process \d+ on this machine/, 'stderr')
  expect(fake.requests).toHaveLength(1)
  writeFileSync(join(sandbox.workspace, 'finish'), '')
  expect(await first.ended).toMatchObject({ code: 0 })
  expect(await second.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Now the second.') })
  const said = await conversation()
  expect(said.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'])
})

test('does not wait for a killed terminal', async () => {
  await using fake = await startFakeProvider({ script: [work, text('Here I am.')] })
  const first = sandbox.start([...provider(fake.baseUrl), '-q', 'one'])
  await expect.poll(() => existsSync(join(sandbox.workspace, 'begun')), { timeout: 20_000 }).toBe(true)
  first.process.kill('SIGKILL')
  await first.ended
  const second = await sandbox.run([...provider(fake.baseUrl), '-c', '-q', 'two'])
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('Here I am.') })
  expect(second.stderr).not.toContain('in use by')
})

async function conversation(): Promise<readonly Message[]> {
  const { stdout } = await sandbox.run(['sessions', 'export', '--all'])
  const { messages } = JSON.parse(stdout.trimEnd())
  return messages.filter((message: Message) => message.role !== 'system')
}
