import { startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, main, provider, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

const question = '\u001b]11;?\u001b\\'
const white = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\'
/** The prompt in the colors for each background. */
const onLight = '\u001b[38;5;24m❯'
const onDark = '\u001b[36m❯'
const ctrlD = '\u0004'

let sandbox: Sandbox
let chat: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => {
  chat?.process.kill('SIGKILL')
  chat = undefined
  sandbox[Symbol.dispose]()
})

async function openChat(display: string, fake: { readonly baseUrl: string }) {
  sandbox.writeHome('config.yaml', `display: { ${display} }\nauxiliary: { title_generation: { enabled: false } }\n`)
  chat = openTerminal(sandbox, [process.execPath, main, ...provider(fake.baseUrl)])
  return chat
}

test.each([
  [`${white}\u001b[?62;22c`, onLight],
  ['\u001b]11;rgb:0000/0000/0000\u001b\\\u001b[?62;22c', onDark],
  // A terminal that does not know the question only reports its attributes.
  ['\u001b[?62;22c', onDark],
])('the chat uses the background that the terminal reports: %j', async (answer, shown) => {
  await using fake = await startFakeProvider({ script: [text('Here.')] })
  const { type, output, shows, screen, exit } = await openChat('theme: auto', fake)
  await expect.poll(output, { timeout: 15_000 }).toContain(question)
  type(`a${answer}b`)
  await shows('❯ ab')
  type('\r')
  await shows('Here.')
  type(ctrlD)
  expect(await exit).toBe(0)
  expect(output().split('Here.')[1]).toContain(shown)
  expect(screen()).not.toMatch(/rgb|62;22/)
})

test('the chat starts without an answer, and a late one is used but not taken for typed text', async () => {
  await using fake = await startFakeProvider({ script: [text('Here.')] })
  const { type, output, shows, screen, exit } = await openChat('theme: auto', fake)
  await shows('❯')
  type(`a${white}b\u001b[?62;22cc\r`)
  await shows('Here.')
  type(ctrlD)
  expect(await exit).toBe(0)
  expect(screen()).toContain('❯ abc')
  expect(output().indexOf(onDark)).toBeGreaterThan(0)
  expect(output().indexOf(onLight)).toBeGreaterThan(output().indexOf(onDark))
})

test('does not ask for a background that is set', async () => {
  await using fake = await startFakeProvider({ script: [] })
  const { output, shows } = await openChat('theme: light', fake)
  await shows('❯')
  expect(output()).toContain(onLight)
  expect(output()).not.toContain(question)
})
