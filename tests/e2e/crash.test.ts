import { type Message, sanitizeTranscript } from '@hermes/core'
import { call, startFakeProvider, text, toolTurns } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

interface Shown {
  readonly type: string
  readonly message?: Message
}

test('resumes a chat of 30 tool turns after a kill, with every displayed message', async () => {
  const script = toolTurns(30, (turn) => call('terminal', { command: `echo turn ${turn}` }), text('All 30 done.'))
  await using fake = await startFakeProvider({ script })
  const running = sandbox.start([...provider(fake.baseUrl), '-z', 'do all 30', '--json'])
  await fake.request(15)
  running.process.kill('SIGKILL')
  const { signal, stdout } = await running.ended
  expect(signal).toBe('SIGKILL')

  const shown = completeLines(stdout).flatMap(({ type, message }) =>
    type === 'message-end' && message ? [message] : [],
  )
  expect(shown.length).toBeGreaterThan(20)
  expect((await exported()).slice(0, shown.length)).toEqual(shown)

  const resumed = await sandbox.run([...provider(fake.baseUrl), '-c', '-z', 'go on'])
  expect(resumed).toMatchObject({ code: 0, stdout: 'All 30 done.\n' })
  const history = await exported()
  expect(history.slice(0, shown.length)).toEqual(shown)
  expect(sanitizeTranscript(history)).toBe(history)
  expect(history.filter((message) => message.role === 'tool').length).toBeGreaterThanOrEqual(30)
  for (const { body } of fake.requests) expect(body.error).toBeUndefined()
})

/** Returns the exported conversation without the system prompt. */
async function exported(): Promise<readonly Message[]> {
  const { stdout } = await sandbox.run(['sessions', 'export', '--all'])
  const sessions = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(sessions).toHaveLength(1)
  return sessions[0].messages.filter((message: Message) => message.role !== 'system')
}

/** Returns the complete lines. A kill may truncate the last one. */
function completeLines(stdout: string): readonly Shown[] {
  return stdout
    .slice(0, stdout.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line))
}
