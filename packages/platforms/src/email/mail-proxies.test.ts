import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startConnectProxy, startSocksProxy } from '../../testing/mail-proxies.js'
import { ada, hasDovecot, type MailHost, mailOf, startMailHost } from '../../testing/mail-server.js'
import { createEmail } from './create-email.js'
import { emailOptions } from './email-options.js'

const isThere = hasDovecot()
const signal = () => AbortSignal.timeout(20_000)

describe.skipIf(!isThere)(isThere ? 'mail through a proxy' : 'mail through a proxy, without Dovecot', () => {
  let host: MailHost
  beforeAll(async () => {
    host = await startMailHost()
  })
  afterAll(() => host[Symbol.asyncDispose]())

  /** Opens an account whose servers have names that only the proxy knows. */
  async function open(proxyFor: (url: URL) => URL | undefined) {
    const account = await host.openAccount()
    onTestFinished(() => account[Symbol.asyncDispose]())
    const options = emailOptions.parse({
      ...account.settings,
      imap_host: 'imap.agent.test',
      smtp_host: 'smtp.agent.test',
    })
    return { account, adapter: createEmail(options, { proxyFor }) }
  }

  test.each([
    ['an HTTP proxy', startConnectProxy],
    ['a SOCKS proxy', startSocksProxy],
  ])('receives and sends mail by %s', async (_, start) => {
    const { url, asked } = await start()
    const { account, adapter } = await open(() => new URL(url))
    await adapter.check?.({ signal: signal() })
    account.deliver(mailOf('Hello?', { Subject: 'Hi' }))
    const received = adapter.receive({ signal: signal() })[Symbol.asyncIterator]()
    expect((await received.next()).value?.[0]).toMatchObject({ text: 'Hi\n\nHello?' })
    await received.return?.()
    await adapter.send({ chatId: ada, text: 'Hello.' }, { key: 'k', signal: signal() })
    expect(account.sent).toHaveLength(1)
    const [imap, smtp] = [`imap.agent.test:${account.imapPort}`, `smtp.agent.test:${account.smtpPort}`]
    expect(asked).toEqual([imap, smtp, imap, smtp])
  })

  test('asks for a proxy by server, and connects directly where there is none', async () => {
    const urls: string[] = []
    const { account, adapter } = await open((url) => void urls.push(url.href))
    await expect(adapter.check?.({ signal: signal() })).rejects.toMatchObject({ kind: 'transient' })
    expect(urls).toEqual([`https://imap.agent.test:${account.imapPort}/`])
  })

  test.each([
    ['http://ada:wrong@', startConnectProxy],
    ['socks5://ada:wrong@', startSocksProxy],
    ['socks5h://ada:secret@', () => startSocksProxy({ refuses: true })],
  ])('names the proxy that refuses %s, without its password', async (login, start) => {
    const { url } = await start()
    const { adapter } = await open((server) =>
      server.hostname.startsWith('smtp') ? new URL(login + new URL(url).host) : undefined,
    )
    const failure = await adapter
      .send({ chatId: ada, text: 'Hello.' }, { key: 'k', signal: signal() })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      kind: 'transient',
      message: `The mail server smtp.agent.test could not be reached through the proxy ${new URL(url).host}.`,
    })
  })

  test('rejects an unsupported kind of proxy', async () => {
    const { adapter } = await open(() => new URL('ftp://proxy.test'))
    await expect(adapter.check?.({ signal: signal() })).rejects.toThrow('proxy.test is not supported for mail')
  })
})
