import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

test.each([['--tui'], ['--cli']])('counts each line that a command has printed with %s', async (view) => {
  using sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\napprovals: { mode: "off" }\n')
  await using fake = await startFakeProvider({ script: [call('terminal', { command: 'seq 50000' }), text('Counted.')] })
  const screen = openTerminal(sandbox, [process.execPath, main, view, '-q', 'count', ...provider(fake.baseUrl)])
  onTestFinished(() => void screen.process.kill('SIGKILL'))
  await screen.shows('Counted.')
  expect(screen.screen()).toMatch(/seq 50000.* 50000 lines/)
})
