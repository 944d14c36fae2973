import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ada,
  hasDovecot,
  type MailAccount,
  type MailHost,
  mailOf,
  startMailHost,
} from '../../packages/platforms/testing/mail-server.js'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const patient = { timeout: 20_000, interval: 50 }
const isThere = hasDovecot()

describe.skipIf(!isThere)(isThere ? 'a conversation by mail' : 'a conversation by mail, without Dovecot', () => {
  let host: MailHost
  let account: MailAccount
  let sandbox: Sandbox
  let provider: FakeProvider
  let gateway: Hermes

  beforeAll(async () => {
    host = await startMailHost()
  })
  afterAll(() => host[Symbol.asyncDispose]())
  beforeEach(async () => {
    account = await host.openAccount()
    sandbox = createSandbox()
    provider = await startFakeProvider({ script: () => text('Hello.') })
  })
  afterEach(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
    await provider.close()
    await account[Symbol.asyncDispose]()
    sandbox[Symbol.dispose]()
  })

  test('handles files, a question, a command and a kill in the middle of a turn, and shows each answer once', async () => {
    sandbox.write('report.csv', 'a,b\n1,2\n')
    sandbox.write('old.txt', 'x')
    const code = '```ts\nif (a < b) return "x" // *not* markup\n```'
    provider.setScript([
      text(`Look:\n\n${code}`),
      text(`Here it is.\nMEDIA:${sandbox.workspace}/report.csv`),
      call('terminal', { command: 'rm -rf ./old.txt' }),
      text('It is gone.'),
      call('terminal', { command: 'echo begun >> begun; sleep 1' }),
      text('Done after the restart.'),
    ])
    await run()
    const first = write('Write code.', { Subject: 'Code' })
    await expectShown(`Look:\n\n${code}`)
    expect(account.sent[0]).toMatchObject({ subject: 'Re: Code', inReplyTo: `<${first}>` })

    // The mail is delivered twice, as servers do after a lost answer.
    write('Write code.', { Subject: 'Code', 'Message-ID': `<${first}>` })
    const answered = account.sent[0]?.messageId ?? ''
    const reply = { Subject: 'Re: Code', References: `<${first}>`, 'In-Reply-To': answered }
    write(pictureOf('What is this?'), { ...reply, 'Content-Type': 'multipart/mixed; boundary=b' })
    await expect.poll(() => account.sent[2]?.attachments, patient).toMatchObject([{ filename: 'report.csv' }])
    expect(JSON.stringify(provider.requests[1]?.body)).toContain('data:image/png;base64,iVBORw0KGgo=')
    expect(JSON.stringify(provider.requests[1]?.body)).toContain('Write code.')

    write('Clean up.', reply)
    await expect.poll(() => account.seen[3]?.text ?? '', patient).toContain('rm -rf ./old.txt')
    write(`/approve\r\n\r\n${fromPhone}`, reply)
    await expect.poll(() => texts().slice(4), patient).toContain('It is gone.')

    const before = texts().length
    write('Work.', reply)
    await expect.poll(() => provider.requests.length, patient).toBe(5)
    gateway.process.kill('SIGKILL')
    await gateway.ended
    await run()
    await expect.poll(() => texts().slice(before).at(-1), patient).toBe('Done after the restart.')
    expect(texts().filter((each) => each.startsWith('Done after'))).toHaveLength(1)
    expect(texts().filter((each) => each.startsWith('Look:'))).toHaveLength(1)
    expect(new Set(account.sent.map(({ subject }) => subject))).toEqual(new Set(['Re: Code']))
  }, 60_000)

  test('does not answer anyone else', async () => {
    await run()
    write('Let me in.', {
      From: 'eve@evil.test',
      'Authentication-Results': 'mail.agent.test; dmarc=pass header.from=evil.test',
    })
    write('As Ada.', { 'Authentication-Results': 'mail.agent.test; dmarc=fail header.from=people.test' })
    write('Hi.')
    await expectShown('Hello.')
    expect(provider.requests).toHaveLength(1)
    expect(account.sent[0]?.to).toMatchObject([{ address: ada }])
  })

  test('a stranger becomes a person with another address through its code', async () => {
    await run()
    write('/link\r\n\r\nSent from my iPhone')
    await expect.poll(() => account.sent[0]?.text ?? '', patient).toMatch(/\/link \w{8}/)
    const [code = ''] = /\/link \w{8}/.exec(account.sent[0]?.text ?? '') ?? []
    const other = {
      From: 'ada@home.test',
      'Authentication-Results': 'mail.agent.test; dmarc=pass header.from=home.test',
    }
    write('/link AAAAAAAA\r\n-- \r\nAda', other)
    await expect.poll(() => account.sent[1]?.text ?? '', patient).toContain('There is no such code.')
    write(`${code}\r\n-- \r\nAda`, other)
    await expect.poll(() => account.sent[2]?.text ?? '', patient).toContain(`You are email:${ada} here, too.`)
    expect(account.sent[2]?.to).toMatchObject([{ address: 'ada@home.test' }])
    write('Hi.', other)
    await expect.poll(() => account.sent[3]?.text ?? '', patient).toContain('Hello.')
  })

  async function run(): Promise<void> {
    sandbox.writeHome(
      'config.yaml',
      JSON.stringify({
        model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
        auxiliary: { title_generation: { enabled: false } },
        platforms: {
          email: { ...account.settings, allow_from: ['Ada@People.test'] },
        },
      }),
    )
    gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
    await gateway.prints(/connected as hermes\d+@agent\.test/, 'stderr')
  }

  const write = (content: string, headers: Readonly<Record<string, string>> = {}) =>
    account.deliver(mailOf(content, headers))
  const texts = () => account.seen.map((mail) => mail.text)

  async function expectShown(...expected: readonly string[]): Promise<void> {
    await expect.poll(texts, patient).toEqual(expected)
  }
})

/** The signature that a phone adds below a message. */
const fromPhone = `Get Outlook for iOS<https://aka.ms/o0ukef>\r
________________________________\r
From: Hermes <hermes@agent.test>\r
Sent: Monday, November 23, 2026 10:00\r
To: Ada <ada@people.test>\r
Subject: Re: Code\r
\r
May I?`

function pictureOf(content: string): string {
  return `--b
Content-Type: text/plain; charset=utf-8

${content}
--b
Content-Type: image/png; name="a.png"
Content-Disposition: attachment; filename="a.png"
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--b--`
}
