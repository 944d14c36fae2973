import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

const settings = (theme: string) =>
  `auxiliary: { title_generation: { enabled: false } }\ndisplay: { theme: ${theme} }\nquick_commands: { version: { type: exec, command: date } }\n`

test.each(['--tui', '--cli'])('reports a hidden command once, and settings that changed: %s', async (word) => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', settings('dark'))
  await using fake = await startFakeProvider({ script: text('Read.') })
  const chat = openTerminal(sandbox, [process.execPath, main, word, ...provider(fake.baseUrl)])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  const hidden = 'the quick command is hidden.'
  await chat.shows(hidden)
  sandbox.writeHome('config.yaml', settings('light'))
  chat.type('What is new?\r')
  await chat.shows('Read.')
  await expect.poll(chat.screen).toContain('The settings have changed: display.theme.')
  expect(chat.screen().split(hidden)).toHaveLength(2)
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
})
