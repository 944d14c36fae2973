import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, sanitizeTranscript } from '@hermes/core'
import { call, calls, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

/** Three calls: a finished one, a read-only one, and a running one. */
const batch = calls([
  call('terminal', { command: 'echo once >> ended.txt' }),
  call('terminal', { command: 'echo once >> begun.txt; touch begun; sleep 300' }),
  call('read_file', { path: 'note.txt' }),
])

test('resumes a killed turn with -c -z "" without repeating finished calls, and reports unknown outcomes', async () => {
  await using fake = await startFakeProvider({ script: [batch, text('Both looked at.')] })
  writeFileSync(join(sandbox.workspace, 'note.txt'), 'a note\n')
  const running = sandbox.start([...provider(fake.baseUrl), '-z', 'go', '--json'])
  await until(() => existsSync(join(sandbox.workspace, 'begun')))
  running.process.kill('SIGKILL')
  expect((await running.ended).signal).toBe('SIGKILL')

  const resumed = await sandbox.run([...provider(fake.baseUrl), '-c', '-z', ''])
  expect(resumed).toMatchObject({ code: 0, stdout: 'Both looked at.\n' })
  for (const file of ['ended.txt', 'begun.txt'])
    expect(readFileSync(join(sandbox.workspace, file), 'utf8')).toBe('once\n')
  const history = await exported()
  expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'tool', 'assistant'])
  expect(sanitizeTranscript(history)).toBe(history)
  const sent = JSON.stringify((await fake.request(2)).body.messages)
  expect(sent).toMatch(/Outcome unknown/)
  expect(sent).toMatch(/a note/)
})

test('returns the stored answer of a finished turn', async () => {
  await using fake = await startFakeProvider({ script: [text('Done.')] })
  await sandbox.run([...provider(fake.baseUrl), '-z', 'go'])
  expect(await sandbox.run([...provider(fake.baseUrl), '-c', '-z', ''])).toMatchObject({ code: 0, stdout: 'Done.\n' })
  expect(fake.requests).toHaveLength(1)
})

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Returns the exported conversation without the system prompt. */
async function exported(): Promise<readonly Message[]> {
  const { stdout } = await sandbox.run(['sessions', 'export', '--all'])
  const { messages } = JSON.parse(stdout.trimEnd())
  return messages.filter((message: Message) => message.role !== 'system')
}
