import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ada, type FakeTelegram, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { hasDovecot, startMailHost } from '../../packages/platforms/testing/mail-server.js'
import { hasSynapse, startSynapse } from '../../packages/platforms/testing/synapse.js'
import { createSandbox, main, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

const patient = { timeout: 20_000, interval: 50 }
const escapeKey = '\u001b'
const down = '\u001b[B'
const up = '\u001b[A'
const ctrlC = '\u0003'
const ctrlU = '\u0015'

let sandbox: Sandbox
let terminal: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => {
  terminal?.process.kill('SIGKILL')
  terminal = undefined
  sandbox[Symbol.dispose]()
})

function open(args: readonly string[]): TerminalProcess {
  terminal = openTerminal(sandbox, [process.execPath, main, ...args])
  return terminal
}

/** Types once the question is shown: keys that arrive earlier belong to the previous one. */
async function answer(on: TerminalProcess, question: string, ...keys: readonly string[]): Promise<void> {
  await on.shows(question)
  for (const key of keys) on.type(key)
}

/** Returns how settings refer to a variable. */
const reference = (name: string) => `\${${name}}`

/** Leaves the menu with its last entry. */
async function finish(on: TerminalProcess): Promise<void> {
  await answer(on, 'What else of the gateway?', up)
  await on.shows('● Done')
  on.type('\r')
  expect(await on.exit).toBe(0)
}

describe('Telegram', () => {
  let telegram: FakeTelegram
  beforeEach(async () => {
    telegram = await startFakeTelegram()
    sandbox.writeHome(
      'config.yaml',
      `# Mine\nplatforms:\n  telegram:\n    # A server of my own\n    api_root: ${telegram.apiRoot}\n`,
    )
  })
  afterEach(() => telegram[Symbol.asyncDispose]())

  test('is tested before it is saved, and serves the people who are let in', async () => {
    const wizard = open(['gateway', 'setup'])
    await answer(wizard, 'What of the gateway?', '\r')
    await wizard.shows('Write to @BotFather')
    await answer(wizard, 'The token of the bot', 'nonsense\r')
    await answer(wizard, 'must be a token from @BotFather', ctrlU, '4711:wrong\r')
    await wizard.shows('Telegram rejected getMe')
    expect(sandbox.readHome('config.yaml')).not.toContain('token')
    await answer(wizard, 'Enter token again', '\r')
    await answer(wizard, 'The token of the bot', `${telegram.token}\r`)
    await wizard.shows('the agent is @hermes_bot there')
    await answer(wizard, 'Who may write to the agent?', '\r')
    await answer(wizard, 'Home chat', escapeKey)
    await answer(wizard, 'Who may write to the agent?', '\r')
    await answer(wizard, 'Home chat', `${ada.id}\r`)
    await wizard.shows('Set TELEGRAM_BOT_TOKEN')
    await wizard.shows('pair telegram CODE')
    await finish(wizard)

    const config = sandbox.readHome('config.yaml')
    expect(config).not.toContain(telegram.token)
    for (const line of [
      '# Mine',
      '# A server of my own',
      `token: ${reference('TELEGRAM_BOT_TOKEN')}`,
      'unauthorized: pair',
    ]) {
      expect(config).toContain(line)
    }
    expect(sandbox.readHome('.env')).toContain(`TELEGRAM_BOT_TOKEN=${telegram.token}\n`)
    expect(wizard.output()).not.toContain(telegram.token)

    await using provider = await startFakeProvider({ script: () => text('Hello.') })
    await sandbox.run(['setup', '--non-interactive', '--base-url', provider.baseUrl, '-m', 'fake-model'])
    const gateway = sandbox.start(['gateway', 'run', '--port', '0'])
    try {
      await gateway.prints(/connected as @hermes_bot/, 'stderr')
      telegram.say({ text: 'Let me in.' })
      await expect.poll(() => telegram.messages.at(-1)?.text ?? '', patient).toMatch(/\b[A-Z0-9]{8}\b/)
      const [code = ''] = /\b[A-Z0-9]{8}\b/.exec(telegram.messages.at(-1)?.text ?? '') ?? []
      expect(await sandbox.run(['gateway', 'pair', 'telegram', code])).toMatchObject({ code: 0 })
      await expect.poll(() => telegram.messages.at(-1)?.text, patient).toBe('You are let in: write to me now.')
      telegram.say({ text: 'Hi.' })
      await expect.poll(() => telegram.messages.at(-1)?.text, patient).toBe('Hello.')
    } finally {
      gateway.process.kill('SIGKILL')
      await gateway.ended
    }
  }, 90_000)

  test('changes nothing when the person leaves, skips it or goes back', async () => {
    const before = sandbox.readHome('config.yaml')
    const wizard = open(['setup', 'gateway'])
    await answer(wizard, 'What of the gateway?', '\r')
    await answer(wizard, 'The token of the bot', escapeKey)
    await wizard.shows('Nothing was saved for Telegram')
    await answer(wizard, 'What of the gateway?', '\r')
    await answer(wizard, 'The token of the bot', '4711:wrong\r')
    await answer(wizard, 'What now?', up)
    await answer(wizard, '● Leave Telegram out', '\r')
    await answer(wizard, 'What of the gateway?', '\r')
    await answer(wizard, 'The token of the bot', ctrlC)
    expect(await wizard.exit).toBe(130)
    expect(sandbox.readHome('config.yaml')).toBe(before)
    expect(() => sandbox.readHome('.env')).toThrow()
  })

  test('only lets in people that are named, and can be set up again with the same token', async () => {
    sandbox.writeHome('.env', `TELEGRAM_BOT_TOKEN=${telegram.token}\n`)
    const saved = await sandbox.run(['setup', 'gateway', '--non-interactive'])
    expect(saved).toMatchObject({ code: 0 })
    expect(saved.stderr).toContain('the agent is @hermes_bot there')
    const wizard = open(['setup', 'gateway'])
    await answer(wizard, 'Telegram: set up', '\r')
    await answer(wizard, 'Enter keeps the present one', '\r')
    await answer(wizard, 'Who may write to the agent?', down)
    await answer(wizard, '● Only the people whom you name now', '\r')
    await wizard.shows('@userinfobot')
    await answer(wizard, 'Their ids', 'ada\r')
    await answer(wizard, '"ada" is no id of a person on Telegram.', '\x7f\x7f\x7f1001, 1002\r')
    await answer(wizard, 'Home chat', '\r')
    await wizard.shows('Set platforms.telegram')
    await finish(wizard)
    const { stdout } = await sandbox.run(['config', 'get', 'platforms.telegram'])
    expect(stdout).toContain('1002')
    expect(sandbox.readHome('config.yaml')).toContain('unauthorized: ignore')
  })

  test('says what is missing without a terminal, and saves what answers', async () => {
    sandbox.writeHome('config.yaml', '')
    const none = await sandbox.run(['gateway', 'setup', '--non-interactive'])
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('for Telegram TELEGRAM_BOT_TOKEN; for Matrix MATRIX_HOMESERVER, MATRIX_ACCESS_TOKEN')
    const half = await sandbox.run(['gateway', 'setup', '--non-interactive'], { env: { MATRIX_ACCESS_TOKEN: 'syt_x' } })
    expect(half.code).toBe(1)
    expect(half.stderr).toContain('Matrix: homeserver is missing. Set MATRIX_HOMESERVER')
    const env = { TELEGRAM_API_ROOT: telegram.apiRoot, TELEGRAM_BOT_TOKEN: '4711:wrong' }
    const wrong = await sandbox.run(['gateway', 'setup', '--non-interactive'], { env })
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('Nothing was saved for Telegram. Telegram rejected getMe')
    expect(sandbox.readHome('config.yaml')).toBe('')
    const right = await sandbox.run(['gateway', 'setup', '--non-interactive'], {
      env: { ...env, TELEGRAM_BOT_TOKEN: telegram.token },
    })
    expect(right).toMatchObject({ code: 0 })
    expect(sandbox.readHome('config.yaml')).toContain(`api_root: ${telegram.apiRoot}`)
    expect(sandbox.readHome('config.yaml')).not.toContain(telegram.token)
    expect(sandbox.readHome('.env')).toContain(telegram.token)
    expect(sandbox.readHome('.env')).toMatch(/^API_SERVER_KEY=[0-9a-f]{48}$/m)
  })

  test('accepts people and chats without a terminal, and names what it cannot accept', async () => {
    sandbox.writeHome('config.yaml', '')
    const setUp = (variables: Readonly<Record<string, string>>) => {
      const env = { TELEGRAM_API_ROOT: telegram.apiRoot, TELEGRAM_BOT_TOKEN: telegram.token, ...variables }
      return sandbox.run(['setup', 'gateway', '--non-interactive'], { env })
    }
    const wrong = await setUp({ TELEGRAM_ALLOW_FROM: '5, ada', TELEGRAM_BUSY_MODE: 'hurry' })
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('TELEGRAM_ALLOW_FROM has a wrong value. "ada" is no id of a person on Telegram.')
    expect(wrong.stderr).toContain('TELEGRAM_BUSY_MODE has a wrong value')
    expect(sandbox.readHome('config.yaml')).toBe('')

    const saved = await setUp({
      TELEGRAM_ALLOW_FROM: '5, 6',
      TELEGRAM_HOME_CHAT: '5',
      TELEGRAM_REQUIRE_MENTION: 'false',
      TELEGRAM_ALOW_FROM: '7',
    })
    expect(saved).toMatchObject({ code: 0 })
    expect(saved.stderr).toContain('TELEGRAM_ALOW_FROM was ignored, because it is not the variable of a setting.')
    const { stdout } = await sandbox.run(['config', 'get', 'platforms.telegram', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ allow_from: ['5', '6'], home_chat: '5', require_mention: false })

    const again = await setUp({ TELEGRAM_ALLOW_FROM: '8', TELEGRAM_HOME_CHAT: '8', TELEGRAM_ADMINS: '5' })
    expect(again).toMatchObject({ code: 0 })
    const later = await sandbox.run(['config', 'get', 'platforms.telegram', '--json'])
    expect(JSON.parse(later.stdout)).toMatchObject({ allow_from: ['5', '6'], home_chat: '5', admins: ['5'] })
  })

  test('creates one key for all networks without a terminal', async () => {
    sandbox.writeHome('config.yaml', '')
    const matrix = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ user_id: '@hermes:people.test' }))
    }).listen(0, '127.0.0.1')
    await once(matrix, 'listening')
    onTestFinished(() => void matrix.close())
    const saved = await sandbox.run(['setup', 'gateway', '--non-interactive'], {
      env: {
        TELEGRAM_API_ROOT: telegram.apiRoot,
        TELEGRAM_BOT_TOKEN: telegram.token,
        MATRIX_HOMESERVER: `http://127.0.0.1:${Object(matrix.address()).port}`,
        MATRIX_ACCESS_TOKEN: 'syt_x',
      },
    })
    expect(saved).toMatchObject({ code: 0 })
    expect(saved.stderr.match(/is set up/g)).toHaveLength(2)
    expect(saved.stderr.match(/Made a key/g)).toHaveLength(1)
  })
})

test.skipIf(!hasDovecot())(
  'email changes settings with a default until both servers accept the login',
  async () => {
    await using host = await startMailHost()
    await using account = await host.openAccount()
    const wizard = open(['setup', 'gateway'])
    await wizard.shows('What of the gateway?')
    for (const key of [down, down]) wizard.type(key)
    await answer(wizard, '● Email: not set up', '\r')
    await answer(wizard, 'The address of the agent', `${account.address}\r`)
    await answer(wizard, 'The password', 'wrong\r')
    await answer(wizard, 'The IMAP server', '127.0.0.1\r')
    await answer(wizard, 'The SMTP server', '127.0.0.1\r')
    await answer(wizard, 'The name that the mail server writes', 'mail.agent.test\r')
    await wizard.shows('The connection to the mail server 127.0.0.1 failed')
    await answer(wizard, 'Try again', down)
    await answer(wizard, '● Change other settings', '\r')
    for (const [name, value] of [
      ['imap_port', `${account.imapPort}`],
      ['smtp_port', `${account.smtpPort}`],
    ]) {
      await wizard.shows('Which setting?')
      wizard.type(`${name}`)
      await answer(wizard, `● ${name}`, '\r')
      await answer(wizard, `${name} (`, ctrlU, `${value}\r`)
    }
    await wizard.shows('Which setting?')
    wizard.type('unencrypted')
    await answer(wizard, '● unencrypted', '\r')
    await answer(wizard, 'unencrypted (Connect', up)
    await answer(wizard, '● true', '\r')
    await answer(wizard, 'Try it with these settings', '\r')
    await wizard.shows('refused the login')
    await answer(wizard, 'Enter password again', '\r')
    await answer(wizard, 'The password', 'secret\r')
    await wizard.shows(`the agent is ${account.address} there`)
    await answer(wizard, '● Only the people whom you name now', '\r')
    await answer(wizard, 'Their ids', 'ada@people.test\r')
    await answer(wizard, 'Home chat', '\r')
    await wizard.shows('Set EMAIL_PASSWORD')
    await finish(wizard)
    expect(sandbox.readHome('config.yaml')).toContain(`imap_port: ${account.imapPort}`)
    expect(sandbox.readHome('config.yaml')).not.toContain('secret')
    expect(sandbox.readHome('.env')).toContain('EMAIL_PASSWORD=secret')
  },
  60_000,
)

test.skipIf(!hasSynapse())(
  'Matrix asks the homeserver who the agent is',
  async () => {
    await using synapse = await startSynapse()
    const agent = await synapse.register('hermes')
    const wizard = open(['setup', 'gateway'])
    await answer(wizard, 'What of the gateway?', down)
    await answer(wizard, '● Matrix: not set up', '\r')
    await answer(wizard, 'The address of the homeserver', `${synapse.url}\r`)
    await answer(wizard, 'The access token', 'wrong\r')
    await wizard.shows('M_UNKNOWN_TOKEN')
    await answer(wizard, 'Enter access_token again', '\r')
    await answer(wizard, 'The access token', `${agent.token}\r`)
    await wizard.shows(`the agent is ${agent.userId} there`)
    await answer(wizard, 'Who may write to the agent?', '\r')
    await answer(wizard, 'Home chat', '\r')
    await wizard.shows('Set MATRIX_ACCESS_TOKEN')
    await finish(wizard)
    expect(sandbox.readHome('config.yaml')).toContain(`access_token: ${reference('MATRIX_ACCESS_TOKEN')}`)
  },
  300_000,
)

test.runIf(process.platform === 'linux')('installs the gateway as a service, and starts it', async () => {
  sandbox.writeHome('systemctl', `#!/bin/sh\necho "$@" >> ${sandbox.home}/calls\n`)
  chmodSync(join(sandbox.home, 'systemctl'), 0o755)
  const path = `PATH=${sandbox.home}:${process.env.PATH}`
  terminal = openTerminal(sandbox, ['env', path, process.execPath, main, 'gateway', 'setup'])
  await answer(terminal, 'What of the gateway?', up, up)
  await answer(terminal, '● Run the gateway', '\r')
  // The previous list was longer, so the first option of this one is above what was seen.
  await answer(terminal, '○ In the background', '\r')
  expect(await terminal.exit).toBe(0)
  expect(sandbox.readHome('calls')).toMatch(/--user restart hermes-gateway\S*\.service/)
})
