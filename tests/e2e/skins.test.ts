import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, main, provider, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

const ctrlD = '\u0004'
const orange = '\u001b[38;5;208m'

let sandbox: Sandbox
let chat: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
  mkdirSync(join(sandbox.home, 'skins'))
  sandbox.writeHome(
    'skins/mine.yaml',
    'colors: { accent: "#ff8700" }\nbranding: { prompt_symbol: λ, agent_name: Lambda }\n',
  )
  sandbox.writeHome('skins/evil.yaml', 'branding: { prompt_symbol: "\\e]0;owned\\a>" }\n')
})
afterEach(() => {
  chat?.process.kill('SIGKILL')
  chat = undefined
  sandbox[Symbol.dispose]()
})

function configure(skin: string): void {
  sandbox.writeHome(
    'config.yaml',
    `display: { theme: dark, skin: ${skin} }\nauxiliary: { title_generation: { enabled: false } }\n`,
  )
}

test('the chat uses the skin of the settings, and another one after a command', async () => {
  configure('mine')
  await using fake = await startFakeProvider({ script: [text('Here.')] })
  chat = openTerminal(sandbox, [process.execPath, main, ...provider(fake.baseUrl)])
  await chat.shows('Lambda ')
  await chat.shows('λ')
  expect(chat.output()).toContain(`${orange}λ`)
  chat.type('/skin pose')
  await chat.shows('deep blue and seafoam')
  chat.type('idon\r')
  await chat.shows('Skin: poseidon.')
  await chat.shows('Ψ')
  expect(sandbox.readHome('config.yaml')).toContain('skin: poseidon')
  chat.type('/skin evil\r')
  await chat.shows('The skin "evil" cannot be used: branding.prompt_symbol has')
  chat.type(ctrlD)
  expect(await chat.exit).toBe(0)
  expect(chat.output()).not.toContain('owned')
})

test('the full screen uses the skin of the settings, and another one after a command', async () => {
  configure('mine')
  await using fake = await startFakeProvider({ script: [text('Here.')] })
  chat = openTerminal(sandbox, [process.execPath, main, '--tui', ...provider(fake.baseUrl)])
  const { screen } = chat
  const shows = (part: string) => expect.poll(screen, { timeout: 15_000 }).toContain(part)
  await shows('fake-model')
  chat.type('begin\r')
  await shows('λ begin')
  await shows('Here.')
  expect(chat.output()).toContain(`${orange}λ`)
  chat.type('/skin pose')
  await shows('deep blue and seafoam')
  chat.type('idon')
  await expect.poll(screen, { timeout: 15_000 }).not.toContain('deep blue and seafoam')
  chat.type('\r')
  await shows('Ψ begin')
  expect(sandbox.readHome('config.yaml')).toContain('skin: poseidon')
  chat.type(ctrlD)
  expect(await chat.exit).toBe(0)
})

test.each([[], ['--tui']])('the default skin replaces a faulty one: %j', async (...option) => {
  configure('evil')
  await using fake = await startFakeProvider({ script: [] })
  chat = openTerminal(sandbox, [process.execPath, main, ...option, ...provider(fake.baseUrl)])
  await chat.shows('The default skin is used, because "evil" cannot be:')
  await chat.shows('fake-model')
  expect(chat.output()).not.toContain('owned')
})
