import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

test.each([[], ['--tui']])('/focus hides tool calls, and the status line says so: %j', async (...words) => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome(
    'config.yaml',
    'display: { status_bar: { fields: [model, focus] } }\nauxiliary: { title_generation: { enabled: false } }\n',
  )
  const script = [
    call('terminal', { command: 'echo one' }),
    text('First.'),
    call('terminal', { command: 'echo two' }),
    text('Second.'),
  ]
  await using fake = await startFakeProvider({ script })
  const chat = openTerminal(sandbox, [process.execPath, main, ...words, ...provider(fake.baseUrl)])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  await chat.shows('correct it.')
  chat.type('/focus\r')
  await chat.shows('Tool calls are hidden.')
  await expect.poll(chat.screen).toContain('fake-model · focus')
  chat.type('Begin.\r')
  await chat.shows('First.')
  expect(chat.screen()).not.toContain('echo one')
  chat.type('/focus off\r')
  await chat.shows('Tool calls are shown.')
  chat.type('Go on.\r')
  await chat.shows('Second.')
  expect(chat.screen()).toContain('echo two')
  expect(chat.screen()).not.toContain('fake-model · focus')
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
})
