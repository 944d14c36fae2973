import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox, main } from '../hermes.js'
import { configFor, startEditor } from './test-editor.js'

/** Configures another Hermes, with its own home, as the agent of another program. */
function agentIn(home: string) {
  return {
    other: { command: process.execPath, args: [main, 'acp'], env: { HERMES_HOME: home }, description: 'writes' },
  }
}

const delegate = call('delegate_task', { goal: 'Write made.txt.', agent: 'other' })

test.each([
  ['allows', 'once', true],
  ['rejects', 'deny', false],
])('delegates a task to another program, whose edit the person %s', async (_, answer, isMade) => {
  using theirs = createSandbox()
  using sandbox = createSandbox()
  const edit = call('write_file', { path: 'made.txt', content: 'made\n' })
  await using other = await startFakeProvider({ script: [edit, text('It is written.')] })
  await using fake = await startFakeProvider({ script: [delegate, text('All done.')] })
  theirs.writeHome('config.yaml', configFor(other.baseUrl))
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl, { acp_agents: agentIn(theirs.home) }))
  await using editor = await startEditor({ sandbox, answer: () => answer })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'delegate it')).toBe('end_turn')
  const path = join(sandbox.workspace, 'made.txt')
  expect(existsSync(path)).toBe(isMade)
  if (isMade) expect(readFileSync(path, 'utf8')).toBe('made\n')
  expect(editor.permissions).toHaveLength(1)
  expect(JSON.stringify(editor.permissions[0])).toMatch(/agent \\"other\\" asks for it.*made\.txt/)
  const told = JSON.stringify((await fake.request(2)).body.messages)
  expect(told).toContain('It is written.')
  expect(JSON.stringify((await fake.request(1)).body.tools)).toContain('other: writes')
})

test('says why another program did not do a task, and leaves nothing behind', async () => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [delegate, text('It did not work.')] })
  const broken = { other: { command: process.execPath, args: ['-e', 'console.error("no licence"); process.exit(3)'] } }
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl, { acp_agents: broken }))
  const { code } = await sandbox.run(['-z', 'delegate it'])
  expect(code).toBe(0)
  expect(JSON.stringify((await fake.request(2)).body.messages)).toMatch(
    /The agent \\+"other\\+" did not do the task.*no licence/,
  )
})

test('asks no one where no one can be asked', async () => {
  using theirs = createSandbox()
  using sandbox = createSandbox()
  const edit = call('write_file', { path: 'made.txt', content: 'made\n' })
  await using other = await startFakeProvider({ script: [edit, text('I was not allowed.')] })
  await using fake = await startFakeProvider({ script: [delegate, text('All done.')] })
  theirs.writeHome('config.yaml', configFor(other.baseUrl))
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl, { acp_agents: agentIn(theirs.home) }))
  expect((await sandbox.run(['-z', 'delegate it'])).code).toBe(0)
  expect(existsSync(join(sandbox.workspace, 'made.txt'))).toBe(false)
  expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('I was not allowed.')
})
