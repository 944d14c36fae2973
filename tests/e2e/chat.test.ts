import { join } from 'node:path'
import { call, hang, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, root, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

let sandbox: Sandbox
let chat: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
  // The scripts answer in order, so the title request is disabled.
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
})
afterEach(() => {
  chat?.process.kill('SIGKILL')
  chat = undefined
  sandbox[Symbol.dispose]()
})

function openChat(args: readonly string[]): TerminalProcess {
  return openTerminal(sandbox, [process.execPath, join(root, 'apps/cli/dist/main.js'), ...args])
}

const ctrlC = '\u0003'
const ctrlD = '\u0004'

test('streams answers, shows tools, and continues after Ctrl+C', async () => {
  sandbox.write('a.txt', 'hello')
  const script = [
    call('read_file', { path: 'a.txt' }),
    text('It says hello.'),
    hang(text('Half an answer')),
    text('Still here.'),
  ]
  await using fake = await startFakeProvider({ script })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('context window of "fake-model" is unknown')
  await chat.shows('❯')
  chat.type('what does a.txt say?\r')
  await chat.shows('read_file a.txt  1 line ')
  await chat.shows('It says hello.')
  await chat.shows('❯')
  chat.type('and now?\r')
  await chat.shows('Half an')
  chat.type(ctrlC)
  await chat.shows('❯')
  chat.type('are you there?\r')
  await chat.shows('Still here.')
  await chat.shows('❯')
  chat.type(ctrlD)
  expect(await chat.exit).toBe(0)
})

test('asks about a dangerous command, and only runs it with approval', async () => {
  sandbox.write('old.txt', 'x')
  const script = [call('terminal', { command: 'rm -rf ./old.txt && echo gone' }), text('Done.')]
  await using fake = await startFakeProvider({ script })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('clean up\r')
  await chat.shows('rm -rf ./old.txt && echo gone')
  await chat.shows('Run it?')
  chat.type('y\r')
  await chat.shows('Done.')
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('gone\\\\n')
})

test('accepts an answer from another terminal', async () => {
  sandbox.write('old.txt', 'x')
  const script = [call('terminal', { command: 'rm -rf ./old.txt && echo gone' }), text('Done.')]
  await using fake = await startFakeProvider({ script })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('clean up\r')
  await chat.shows('Run it?')
  const [question] = JSON.parse((await sandbox.run(['questions', 'list', '--json'])).stdout)
  expect(question).toMatchObject({ state: 'open', tool: 'terminal', text: 'rm -rf ./old.txt && echo gone' })
  expect(await sandbox.run(['questions', 'answer', question.id, 'once'])).toMatchObject({ code: 0 })
  await chat.shows('It was answered by cli: once')
  await chat.shows('Done.')
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('gone\\\\n')
})

test('asks once after "always", in this chat and in later ones', async () => {
  sandbox.writeHome('config.yaml', '# mine\nauxiliary: { title_generation: { enabled: false } }\n')
  const command = (name: string) => call('terminal', { command: `rm -rf ./${name} && echo gone` })
  await using fake = await startFakeProvider({
    script: [command('a'), command('b'), text('Done.'), command('c'), text('Done again.')],
  })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('clean up\r')
  await chat.shows('[a]lways')
  chat.type('a\r')
  await chat.shows('Done.')
  expect(sandbox.readHome('config.yaml')).toMatch(/^# mine\n[\s\S]*command_allowlist:\n +- It deletes a folder/)
  const { stdout } = await sandbox.run([...provider(fake.baseUrl), '-z', 'more'])
  expect(stdout).toContain('Done again.')
  expect(JSON.stringify(fake.requests[4]?.body.messages)).toContain('gone\\\\n')
})

test('runs dangerous commands after /yolo, and asks again after the next one', async () => {
  const script = [
    call('terminal', { command: 'rm -rf ./a && echo gone' }),
    text('First.'),
    call('terminal', { command: 'rm -rf ./b' }),
    text('Second.'),
  ]
  await using fake = await startFakeProvider({ script })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('/yolo\r')
  await chat.shows('without a question')
  chat.type('clean up\r')
  await chat.shows('First.')
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('gone\\\\n')
  chat.type('/yolo\r')
  await chat.shows('You are asked before')
  chat.type('and more\r')
  await chat.shows('Run it?')
  chat.type('n\r')
  await chat.shows('Second.')
})

test('queues text typed during a turn, and shows the queue', async () => {
  await using fake = await startFakeProvider({
    script: [call('terminal', { command: 'sleep 2' }), text('Slept.'), text('Second answer.')],
  })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('sleep a little\r')
  await chat.shows('terminal sleep 2')
  chat.type('and then?\r')
  await chat.shows('1 message for the next turn')
  chat.type('/queue\r')
  await chat.shows('and then?')
  await chat.shows('Slept.')
  await chat.shows('❯ and then?')
  await chat.shows('Second answer.')
  expect(JSON.stringify(fake.requests[2]?.body.messages)).toContain('and then?')
})

test('interrupts with Escape, and edits the queued message with Up', async () => {
  await using fake = await startFakeProvider({ script: [hang(text('Half an answer')), text('Still here.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('begin\r')
  await chat.shows('Half an')
  chat.type('are you\r')
  await chat.shows('1 message for the next turn')
  chat.type('\u001b[A')
  await expect.poll(chat.screen).toContain('❯ are you')
  chat.type(' there?\r')
  await expect.poll(chat.screen).toContain('  are you there?')
  chat.type('\u001b')
  await expect.poll(chat.screen).toContain('Interrupted.')
  await expect.poll(chat.screen).toContain('Still here.')
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('are you there?')
})

test('accepts typing while a steer waits for the model', async () => {
  await using fake = await startFakeProvider({ script: [hang(text('Half an answer'))] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('begin\r')
  await chat.shows('Half an')
  chat.type('/steer to the left\r')
  await chat.shows('↳ to the left')
  chat.type('more')
  await expect.poll(chat.screen).toContain('❯ more')
})

test('ends the turn with /stop, which does not wait for the turn', async () => {
  await using fake = await startFakeProvider({ script: [hang(text('Half an answer')), text('Still here.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('begin\r')
  await chat.shows('Half an')
  chat.type('/stop\r')
  await chat.shows('The turn was ended.')
  chat.type('are you there?\r')
  await chat.shows('Still here.')
})

test('takes back the last exchange with /undo, and repeats it with /retry', async () => {
  await using fake = await startFakeProvider({ script: [text('Eagle.'), text('Second.'), text('Eagle again.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('harbour\r')
  await chat.shows('Eagle.')
  await chat.shows('❯')
  chat.type('lagoon\r')
  await chat.shows('Second.')
  await chat.shows('❯')
  chat.type('/undo\r')
  await chat.shows('from "lagoon" on')
  chat.type('/retry\r')
  await chat.shows('Eagle again.')
  const asked = JSON.stringify(fake.requests[2]?.body.messages)
  expect(asked).toContain('harbour')
  expect(asked).not.toMatch(/Eagle|lagoon/)
})

test('asks for choices and confirmations in /resume, /new and /quit --delete', async () => {
  await using fake = await startFakeProvider({ script: [text('First.'), text('Second.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('tell me of tea\r')
  await chat.shows('First.')
  await chat.shows('❯')
  chat.type('/new\r')
  await chat.shows('[y]es  [a]lways  [n]o')
  chat.type('y\r')
  await chat.shows('A new session starts')
  chat.type('/resume\r')
  await chat.shows('1  tell me of tea')
  chat.type('1\r')
  await chat.shows('You continue')
  await chat.shows('First.')
  chat.type('/quit --delete\r')
  await chat.shows('[y]es')
  chat.type('y\r')
  expect(await chat.exit).toBe(0)
  expect((await sandbox.run(['sessions', 'list'])).stdout).toBe('')
})

test('completes a command name, and suggests a similar one for an unknown name', async () => {
  chat = openChat(['--provider', 'offline'])
  await chat.shows('❯')
  chat.type('/stat\t')
  await chat.shows('❯ /status')
  chat.type('\r')
  await chat.shows('not begun')
  chat.type('/statsu\r')
  await chat.shows('Did you mean /status?')
})

test('attaches a file that is chosen in the menu', async () => {
  sandbox.write('notes.txt', 'the blue kettle')
  await using fake = await startFakeProvider({ script: [text('I see a kettle.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('read @note')
  await chat.shows('❯ notes.txt')
  chat.type('\t\r')
  await expect.poll(chat.screen).toContain('+ 1 attachment')
  await expect.poll(chat.screen).toContain('I see a kettle.')
  expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('the blue kettle')
})

test('folds a paste of five megabytes', async () => {
  chat = openChat(['--provider', 'offline'])
  await chat.shows('❯')
  chat.type(`\u001b[200~${'a line\n'.repeat(700_000)}\u001b[201~`)
  await expect.poll(chat.screen, { timeout: 15_000 }).toContain('[paste 1: 700000 lines]')
  chat.type(' ok')
  await expect.poll(chat.screen).toContain('lines] ok')
})

test('exits on a second Ctrl+C', async () => {
  chat = openChat(['--provider', 'offline'])
  await chat.shows('offline')
  await chat.shows('❯')
  chat.type(ctrlC)
  await chat.shows('again')
  chat.type(ctrlC)
  expect(await chat.exit).toBe(0)
})

test('titles a new chat after its first exchange, in the background', async () => {
  sandbox.writeHome('config.yaml', '{}\n')
  const isNaming = (body: object) => JSON.stringify(body).includes('Name the conversation')
  await using fake = await startFakeProvider({
    script: (body) => (isNaming(body) ? text('Tea in the north') : text('With hot water.')),
  })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('how do I make tea?\r')
  await chat.shows('With hot water.')
  await chat.shows('❯')
  await expect
    .poll(async () => (await sandbox.run(['sessions', 'list'])).stdout, { timeout: 15_000 })
    .toContain('Tea in the')
  chat.type(ctrlD)
  expect(await chat.exit).toBe(0)
})

test('shows how the newest matching message of the history continues, and accepts it with Right', async () => {
  await using fake = await startFakeProvider({ script: [text('First.'), text('Second.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('tell me of tea\r')
  await chat.shows('First.')
  await chat.shows('❯')
  chat.type('tell')
  await chat.shows('❯ tell me of tea')
  expect(chat.output()).toContain('\u001b[2m me of tea\u001b[22m')
  chat.type('\u001b[C, please\r')
  await chat.shows('Second.')
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('tell me of tea, please')
})

test('sends images that were attached, pasted as a path or copied', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  sandbox.write('a.png', png)
  sandbox.write('my pic.png', png)
  await using fake = await startFakeProvider({ script: [text('Two pictures.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('/image a.png\r')
  await chat.shows('carries a.png')
  chat.type('/paste\r')
  await chat.shows('no clipboard')
  chat.type(`\u001b[200~'${join(sandbox.workspace, 'my pic.png')}'\u001b[201~ what is it?\r`)
  await chat.shows('Two pictures.')
  const sent = JSON.stringify(fake.requests[0]?.body.messages)
  expect(sent.split(`data:image/png;base64,${png.toString('base64')}`)).toHaveLength(3)
})

test('shows when messages were written, even in a resumed session', async () => {
  await using fake = await startFakeProvider({ script: [text('One.'), text('Two.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('first\r')
  await chat.shows('One.')
  expect(chat.screen()).not.toMatch(/\d\d:\d\d/)
  chat.type('/timestamps\r')
  await chat.shows('Messages are shown with their times.')
  chat.type('second\r')
  await chat.shows('Two.')
  expect(chat.screen()).toMatch(/\d\d:\d\d\n❯ second\n+\d\d:\d\d\nTwo\./)
  chat.type(ctrlD)
  expect(await chat.exit).toBe(0)
  sandbox.writeHome('config.yaml', 'display: { timestamps: true }\n')
  chat = openChat([...provider(fake.baseUrl), '-c'])
  await chat.shows('Continuing with')
  await expect.poll(chat.screen).toMatch(/\d\d:\d\d ❯ first\n\d\d:\d\d {3}One\./)
})

test('edits the prompt with vi keys', async () => {
  await using fake = await startFakeProvider({ script: [text('One.')] })
  chat = openChat(provider(fake.baseUrl))
  await chat.shows('❯')
  chat.type('/vim\r')
  await chat.shows('The prompt has the keys of vi')
  await chat.shows('-- INSERT --')
  chat.type('hello cruel world\u001b')
  await chat.shows('-- NORMAL --')
  chat.type('2b')
  chat.type('dw')
  await expect.poll(chat.screen).toContain('❯ hello world')
  chat.type('\r')
  await chat.shows('One.')
  await expect.poll(chat.screen).toContain('-- INSERT --')
  expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('hello world')
})
