import { call, type FakeProvider, hang, type ProviderScript, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, type FakeTelegram, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const patient = { timeout: 20_000, interval: 20 }
let sandbox: Sandbox
let telegram: FakeTelegram
let provider: FakeProvider
let gateway: Hermes

beforeEach(async () => {
  sandbox = createSandbox()
  telegram = await startFakeTelegram()
  provider = await startFakeProvider({ script: () => text('Hello.') })
})
afterEach(async () => {
  gateway.process.kill('SIGKILL')
  await gateway.ended
  await provider.close()
  await telegram[Symbol.asyncDispose]()
  sandbox[Symbol.dispose]()
})

interface Settings {
  readonly script?: ProviderScript
  /** The settings of `platforms.telegram`. */
  readonly platform?: string
}

async function start({ script, platform = `allow_from: [${ada.id}]` }: Settings = {}): Promise<void> {
  if (script !== undefined) provider.setScript(script)
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: fake-model, context_length: 100000 }
auxiliary: { title_generation: { enabled: false } }
platforms:
  telegram:
    token: "${telegram.token}"
    api_root: ${telegram.apiRoot}
    poll_seconds: 1
    ${platform}
`,
  )
  await run()
}

async function run(): Promise<void> {
  gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
}

async function kill(): Promise<void> {
  gateway.process.kill('SIGKILL')
  await gateway.ended
}

const shown = () => telegram.messages.map((message) => message.text)

/** Waits until exactly these messages are shown. */
async function expectShown(...texts: readonly string[]): Promise<void> {
  await expect.poll(shown, patient).toEqual(texts)
}

describe('a conversation on Telegram', () => {
  test('answers each message once and in order, including a redelivered one', async () => {
    await start({ script: [text('First answer.'), text('Second answer.')] })
    const first = telegram.say({ text: 'one' })
    await expectShown('First answer.')
    telegram.redeliver(first)
    telegram.say({ text: 'two' })
    await expectShown('First answer.', 'Second answer.')
    expect(provider.requests).toHaveLength(2)
    const { stdout } = await sandbox.run(['sessions', 'list', '--json'])
    expect(stdout).toContain('telegram')
  })

  test('splits a long answer without breaking its code', async () => {
    const code = Array.from({ length: 200 }, (_, index) => `const value${index} = ${index} // a comment`).join('\n')
    await start({ script: [text(`Look:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nDone.`)] })
    telegram.say({ text: 'write code' })
    await expect.poll(() => shown().at(-1) ?? '', patient).toContain('Done.')
    expect(telegram.messages.length).toBeGreaterThan(1)
    for (const { text: part, entities } of telegram.messages) {
      expect(part.length).toBeLessThanOrEqual(4096)
      expect(entities).toContainEqual(expect.objectContaining({ type: 'pre', language: 'ts' }))
    }
    const lines = shown()
      .join('\n')
      .match(/const value\d+ = \d+/g)
    expect(lines).toEqual(Array.from({ length: 200 }, (_, index) => `const value${index} = ${index}`))
  })

  test('shows an answer while it is written, in one message', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    await start({ script: [text(words, { pace: { pieceSize: 6, pieceDelayMs: 50 } })] })
    telegram.say({ text: 'tell a story' })
    await expectShown(words)
    expect(telegram.messages[0]?.texts.length).toBeGreaterThan(2)
    expect(telegram.messages[0]?.texts[0]).toMatch(/^word0 .*▉$/)
    expect(telegram.calls.get('sendChatAction')).toBeGreaterThan(0)
  })

  test('shows that an answer is over if its gateway was killed and other messages have followed', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    const slowly = text(words, { pace: { pieceSize: 6, pieceDelayMs: 50 } })
    const asked = (body: unknown) => JSON.stringify(Object(body).messages)
    let stories = 0
    // The gateway that continues the turn gets no other text before the turn is interrupted.
    const story = () => (++stories === 1 ? slowly : hang())
    await start({ script: (body) => (asked(body).includes('cups') ? text('About cups.') : story()) })
    telegram.say({ text: 'tell a story' })
    // Its beginning was recorded before it was edited.
    await expect.poll(() => telegram.messages[0]?.texts.length ?? 0, patient).toBeGreaterThan(1)
    await kill()
    const left = shown()[0] ?? ''
    expect(left).toMatch(/ ▉$/)
    telegram.say({ text: 'or rather about tea' })
    telegram.say({ text: 'no, about cups' })
    await run()
    await expect.poll(() => shown().at(-1), patient).toBe('About cups.')
    await expect.poll(() => shown()[0], patient).not.toContain('▉')
    expect(shown()[0]).toContain(left.replace(' ▉', ''))
    expect(words).toContain(shown()[0])
  })

  test('resends an answer whose edits Telegram refuses', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    await start({ script: [text(words, { pace: { pieceSize: 6, pieceDelayMs: 30 } })] })
    // One for a beginning, and one for the whole.
    for (let count = 0; count < 2; count += 1) telegram.fail({ failure: 'refused', method: 'editMessageText' })
    telegram.say({ text: 'tell a story' })
    await expect.poll(() => shown()[0] ?? '', patient).toMatch(/^word0 .*▉$/)
    const [{ messageId: beginning } = { messageId: '' }] = telegram.messages
    await expectShown(words)
    expect(telegram.messages[0]).toMatchObject({ messageId: expect.not.stringMatching(beginning), texts: [words] })
    await expect.poll(async () => (await sandbox.run(['gateway', 'deliveries'])).stdout, patient).toBe('')
  })

  test('shows a picture to the model, and sends a file', async () => {
    sandbox.write('report.csv', 'a,b\n1,2\n')
    await start({ script: [text(`Here it is.\nMEDIA:${sandbox.workspace}/report.csv\nMEDIA:/etc/hostname`)] })
    telegram.say({ text: 'look', photo: Buffer.from('iVBORw0KGgo=', 'base64') })
    await expect.poll(() => telegram.messages.length, patient).toBe(2)
    expect(telegram.messages).toMatchObject([
      { text: 'Here it is.\nMEDIA:/etc/hostname' },
      { file: { kind: 'document', name: 'report.csv' } },
    ])
    expect(JSON.stringify(provider.requests[0]?.body)).toContain('data:image/png;base64,iVBORw0KGgo=')
  })

  test('is not ended forever by a turn that ends the gateway', async () => {
    const told = /^⚠️ The turn was cut off again and again, .*\/continue tries once more/
    await start({
      script: (body) => (JSON.stringify(body.messages).includes('harmless') ? text('No harm done.') : hang()),
    })
    telegram.say({ text: 'eat all memory' })
    for (const lives of [1, 2, 3, 4]) {
      await expect.poll(() => provider.requests.length, patient).toBe(lives)
      await kill()
      await run()
    }
    await expect.poll(() => shown().at(-1) ?? '', patient).toMatch(told)
    // If it were killed before it has recorded the notice, it would send the notice again.
    await expect.poll(async () => (await sandbox.run(['gateway', 'deliveries'])).stdout, patient).toBe('')
    await kill()
    await run()
    telegram.say({ text: 'something harmless' })
    await expect.poll(() => shown().at(-1), patient).toBe('No harm done.')
    expect(shown().filter((each) => told.test(each))).toHaveLength(1)
    expect(provider.requests).toHaveLength(5)
  })

  test('retries a turn once more when somebody asks for it', async () => {
    let isCured = false
    await start({ script: () => (isCured ? text('Now it works.') : hang()), platform: `allow_from: [${ada.id}]` })
    sandbox.writeHome('config.yaml', `${sandbox.readHome('config.yaml')}agent: { max_recoveries: 0 }\n`)
    telegram.say({ text: 'eat all memory' })
    await expect.poll(() => provider.requests.length, patient).toBe(1)
    await kill()
    await run()
    await expect.poll(() => telegram.messages.at(-1)?.buttons[0]?.label, patient).toBe('Continue')
    isCured = true
    const { messageId = '', buttons } = telegram.messages.at(-1) ?? {}
    telegram.press(messageId, buttons?.[0]?.value ?? '')
    await expect.poll(() => shown().at(-1), patient).toBe('Now it works.')
  })

  test('asks with buttons, and continues with the answer', async () => {
    sandbox.write('old.txt', 'x')
    await start({ script: [call('terminal', { command: 'rm -rf ./old.txt' }), text('It is gone.')] })
    telegram.say({ text: 'clean up' })
    await expect.poll(() => telegram.messages[0]?.text ?? '', patient).toContain('rm -rf ./old.txt')
    const [question] = telegram.messages
    const [allow] = question?.buttons ?? []
    telegram.press(question?.messageId ?? '', allow?.value ?? '')
    await expect.poll(() => shown().at(-1), patient).toBe('It is gone.')
    expect(shown().filter((each) => each === 'It is gone.')).toHaveLength(1)
  })

  test('runs commands even while a turn is running', async () => {
    await start({ script: [hang(), text('After.')] })
    await expect.poll(() => telegram.commands.map(({ command }) => command), patient).toContain('stop')
    telegram.say({ text: 'think for ever' })
    await expect.poll(() => provider.requests.length, patient).toBe(1)
    telegram.say({ text: '/stop' })
    await expectShown('The turn was ended.')
    telegram.say({ text: 'again' })
    await expectShown('The turn was ended.', 'After.')
  })

  test('continues background work after a kill, and reports its end once', async () => {
    await start({ script: () => hang() })
    telegram.say({ text: '/bg count the planets' })
    await expect.poll(() => shown().at(-1) ?? '', patient).toMatch(/^It runs in the session/)
    await expect.poll(() => provider.requests.length, patient).toBe(1)
    // If it were killed before it has recorded what it sent, it would send that again.
    const owed = async () => (await sandbox.run(['gateway', 'deliveries'])).stdout
    await expect.poll(owed, patient).toBe('')
    await kill()
    provider.setScript(() => text('There are eight.'))
    await run()
    await expect.poll(() => shown().at(-1) ?? '', patient).toMatch(/^The background session has ended: There are eight/)
    await expect.poll(owed, patient).toBe('')
    await kill()
    await run()
    telegram.say({ text: 'hello' })
    await expect.poll(() => shown().at(-1), patient).toBe('There are eight.')
    expect(shown()).toHaveLength(3)
  })

  test('continues after a kill in the middle of a turn', async () => {
    sandbox.write('a.txt', 'hello')
    await start({ script: [call('read_file', { path: 'a.txt' }), hang()] })
    telegram.say({ text: 'what does a.txt say?' })
    await expect.poll(() => provider.requests.length, patient).toBe(2)
    await kill()
    provider.setScript([text('It says hello.'), text('Next.')])
    await run()
    await expectShown('It says hello.')
    telegram.say({ text: 'next' })
    await expectShown('It says hello.', 'Next.')
    const asked = JSON.stringify(provider.requests.at(-1)?.body.messages)
    expect(asked.match(/what does a.txt say/g)).toHaveLength(1)
  })

  test.each(['queue', 'steer'])(
    'answers the message of an interrupted turn before the one that waited behind it (%s)',
    async (mode) => {
      const quiet = 'display: { busy_ack_enabled: false }'
      await start({ script: [hang()], platform: `allow_from: [${ada.id}]\n    busy_mode: ${mode}\n${quiet}` })
      telegram.say({ text: 'first question' })
      await expect.poll(() => provider.requests.length, patient).toBe(1)
      telegram.say({ text: 'second question' })
      await telegram.called('getUpdates')
      await kill()
      provider.setScript([text('First.'), text('Second.')])
      await run()
      await expectShown('First.', 'Second.')
    },
  )

  test('sends the answer of a turn that ended before the kill', async () => {
    await start({ script: [text('The answer.')] })
    for (let count = 0; count < 2; count += 1) telegram.fail({ failure: 'rate-limit', method: 'sendMessage' })
    telegram.say({ text: 'question' })
    await telegram.called('sendMessage')
    await kill()
    await run()
    // A process that died before it read the refusal cannot know it, so the message may carry the note.
    await expect.poll(shown, patient).toEqual([expect.stringMatching(/^The answer\.(?:\n\n\(Sent again: .*)?$/)])
    expect(provider.requests).toHaveLength(1)
  })

  test('answers messages that were written while it was down', async () => {
    await start()
    await kill()
    telegram.say({ text: 'one' })
    await run()
    await expectShown('Hello.')
  })

  test('waits as long as the network asks for, and keeps the order', async () => {
    await start({ script: [text('One.'), text('Two.')] })
    telegram.fail({ failure: 'rate-limit', method: 'sendMessage' })
    telegram.say({ text: '1' })
    await expectShown('One.')
    telegram.say({ text: '2' })
    await expectShown('One.', 'Two.')
  })

  test('labels a message that may have arrived before', async () => {
    await start({ script: [text('Once.')] })
    telegram.fail({ failure: 'lost-answer', method: 'sendMessage' })
    telegram.say({ text: 'hello' })
    await expect.poll(() => telegram.messages.length, patient).toBe(2)
    expect(shown()[0]).toBe('Once.')
    expect(shown()[1]).toMatch(/^Once\.\n\n\(Sent again/)
  })

  test('stops in order: a running turn continues after the next start', async () => {
    await start({ script: [hang()] })
    telegram.say({ text: 'slow question' })
    await expect.poll(() => provider.requests.length, patient).toBe(1)
    gateway.process.kill('SIGTERM')
    expect((await gateway.ended).code).toBe(0)
    provider.setScript([text('Finally.')])
    await run()
    await expectShown('Finally.')
  })
})

describe('people', () => {
  test('gives a stranger a code, and answers after its approval', async () => {
    await start({ platform: '' })
    telegram.say({ text: 'hello' })
    await expect.poll(() => shown()[0] ?? '', patient).toContain('I do not know you yet')
    expect(provider.requests).toHaveLength(0)
    const [, code = ''] = /code ([A-Z0-9]{8})/.exec(shown()[0] ?? '') ?? []
    const wrong = await sandbox.run(['gateway', 'pair', 'telegram', 'AAAAAAAA'])
    expect(wrong.code).toBe(1)
    const { code: exit, stdout } = await sandbox.run(['gateway', 'pair', 'telegram', code])
    expect(exit).toBe(0)
    expect(stdout).toContain(String(ada.id))
    await expect.poll(() => shown().at(-1), patient).toBe('You are let in: write to me now.')
    telegram.say({ text: 'hello again' })
    await expect.poll(() => shown().at(-1), patient).toBe('Hello.')
  })

  test('keeps people apart in a group, and answers when it is addressed', async () => {
    const bob = { id: 1002, is_bot: false, first_name: 'Bob' }
    await start({ platform: 'allow_all: true', script: [text('To Ada.'), text('To Bob.')] })
    telegram.say({ chatId: -5, text: 'not for the bot' })
    telegram.say({ chatId: -5, text: '@hermes_bot I am Ada' })
    await expectShown('To Ada.')
    telegram.say({ chatId: -5, from: bob, text: '@hermes_bot I am Bob' })
    await expectShown('To Ada.', 'To Bob.')
    expect(JSON.stringify(provider.requests[1]?.body.messages)).not.toContain('I am Ada')
    expect(telegram.messages[1]?.replyTo).toBeGreaterThan(0)
  })
})

describe('the owner', () => {
  test('sends messages, and sees and repeats those that failed', async () => {
    await start()
    await sandbox.run(['send', `telegram:${ada.id}`, 'A message.'])
    await sandbox.run(['send', `telegram:${ada.id}`], { stdin: 'A piped message.\n' })
    sandbox.writeHome('chart.txt', 'a chart')
    await sandbox.run(['send', `telegram:${ada.id}`, '--file', '-', '--subject', 'Charts'], {
      stdin: `MEDIA:${sandbox.home}/chart.txt\n`,
    })
    await expectShown('A message.', 'A piped message.', 'Charts', '')
    expect(telegram.messages.at(-1)).toMatchObject({ file: { name: 'chart.txt' } })
    await sandbox.run(['gateway', 'send', 'telegram:404', 'To nobody.'])
    const failed = async () => (await sandbox.run(['gateway', 'deliveries'])).stdout
    await expect.poll(failed, patient).toContain('chat not found')
    const [, id = ''] = /^(send-[\w-]+) .*chat not found/m.exec(await failed()) ?? []
    const { stdout } = await sandbox.run(['gateway', 'deliveries', '--replay', id])
    expect(stdout).toContain(id)
  })
})
