import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileAssessor, createTerminalAssessor } from '@hermes/approval'
import { createLocalEnvironment } from '@hermes/environments'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-home.js'
import { isUnsandboxed } from '../../environments/sandbox/opened-folders.js'
import { createWrittenFiles } from '../../services/written-files.js'
import { unsandboxedRules } from './unsandboxed-rules.js'

test.each([
  [{ id: 'local', isolation: 'none' }, 'auto', true],
  [{ id: 'local' }, 'auto', true],
  [{ id: 'local', isolation: 'sandbox' }, 'auto', false],
  [{ id: 'local', isolation: 'none' }, 'off', false],
  [{ id: 'ssh', isolation: 'none' }, 'auto', false],
  [{ id: 'docker', isolation: 'container' }, 'auto', false],
] as const)('detects whether commands of %j with sandbox %s are unsandboxed: %s', (environment, sandbox, expected) => {
  expect(isUnsandboxed(environment, sandbox)).toBe(expected)
})

test('asks when a command runs what a file tool has written in the same conversation', async () => {
  const home = await realpath(await tempFolder())
  const workingDirectory = join(home, 'project')
  await mkdir(workingDirectory)
  const environment = createLocalEnvironment({ workingDirectory, variables: { HOME: home } })
  onTestFinished(() => environment[Symbol.asyncDispose]())
  const written = createWrittenFiles()
  const options = { environment, chosen: [], agentHome: join(home, '.hermes'), variables: { HOME: home } }
  const file = createFileAssessor({
    resolvePath: (path) => environment.files.resolve(path),
    onJudged: ({ call, place }) => written.note(call.rootSessionId, place),
  })
  const command = createTerminalAssessor(undefined, { unsandboxed: unsandboxedRules(options, written) })
  const contextOf = (sessionId: string) => ({
    workingDirectory,
    home,
    call: { callId: '1', sessionId, rootSessionId: sessionId },
  })
  const verdictOf = async (text: string, sessionId = 'a') =>
    (await command({ command: text }, contextOf(sessionId))).verdict

  expect(await verdictOf('node x.js')).toBe('run')
  await file({ path: 'x.js', content: '' }, contextOf('a'))
  expect(await verdictOf('node x.js')).toBe('ask')
  expect(await verdictOf('node x.js', 'b')).toBe('run')
  expect(await verdictOf('touch src && echo x > /tmp/x && rm x.js')).toBe('run')
  expect(await verdictOf('touch ~/x')).toBe('ask')
  expect(await verdictOf(`python3 -c 'print(1)'`)).toBe('ask')
})
