import type { InboundMessage } from '@hermes/core/platform'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ada, hasDovecot, type MailAccount, type MailHost, mailOf, startMailHost } from '../../testing/mail-server.js'
import { createEmail } from './create-email.js'
import { emailOptions } from './email-options.js'

const isThere = hasDovecot()
const signal = () => AbortSignal.timeout(20_000)

describe.skipIf(!isThere)(isThere ? 'email' : 'email, without Dovecot', () => {
  let host: MailHost
  beforeAll(async () => {
    host = await startMailHost()
  })
  afterAll(() => host[Symbol.asyncDispose]())

  test('answers in the thread of the mail', async () => {
    const { account, adapter } = await open()
    const id = account.deliver(mailOf('What is the price?', { Subject: 'An offer' }))
    const event = await first(account)
    expect(event).toMatchObject({
      chatId: ada,
      threadId: id,
      messageId: id,
      sender: { id: ada, name: 'Ada' },
      text: 'An offer\n\nWhat is the price?',
    })
    const { chatId, threadId = '', context = {} } = event
    const answer = { chatId, threadId, context, text: 'It is **42**.' }
    const sent = await adapter.send(answer, { key: 'k', signal: signal() })
    expect(sent).toMatchObject({ chatId: ada, threadId: id })
    const [mail] = account.sent
    expect(mail).toMatchObject({
      subject: 'Re: An offer',
      inReplyTo: `<${id}>`,
      references: `<${id}>`,
      from: { address: account.address, name: 'Hermes' },
      to: [{ address: ada }],
      html: expect.stringContaining('<p>It is <strong>42</strong>.</p>'),
    })
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }))

    const reply = `Thank you!\n\nOn Mon, 23 Nov 2026, Hermes <${account.address}> wrote:\n> It is 42.\n-- \nAda`
    const thread = `<${id}> <${sent.messageId}>`
    account.deliver(
      mailOf(reply, { Subject: 'Re: An offer', References: thread, 'In-Reply-To': `<${sent.messageId}>` }),
    )
    expect(await second(account)).toMatchObject({
      threadId: id,
      text: 'Thank you!',
      replyTo: { messageId: sent.messageId, isOwn: true },
    })
  })

  test('starts a thread when it answers no mail', async () => {
    const { account, adapter } = await open()
    const sent = await adapter.send({ chatId: ada, text: '# Backup\n\nDone.' }, { key: 'k', signal: signal() })
    expect(sent.threadId).toBe(sent.messageId)
    expect(account.sent[0]).toMatchObject({ subject: 'Backup' })
    expect(account.sent[0]?.inReplyTo).toBeUndefined()
    await adapter.send({ chatId: ada, text: 'All green.', subject: 'Build 42' }, { key: 'l', signal: signal() })
    expect(account.sent[1]).toMatchObject({ subject: 'Build 42', text: expect.stringContaining('All green.') })
    const long = `**Allow** 20261129\\_111105? ${'and so on '.repeat(10)}`
    await adapter.send({ chatId: ada, text: long }, { key: 'm', signal: signal() })
    expect(account.sent[2]?.subject).toBe(`Allow 20261129_111105? ${'and so on '.repeat(5)}and so …`)
    expect(account.sent[2]?.text).toContain('Allow 20261129_111105? and so on')
  })

  test('reads what a new or forwarded mail quotes, but not the quote in a reply', async () => {
    const { account } = await open()
    const text = 'What is this?\n\n> ERROR 42'
    account.deliver(mailOf(text, { Subject: 'Broken' }))
    expect(await first(account)).toMatchObject({ text: `Broken\n\n${text}` })
    const reply = { 'In-Reply-To': '<a@people.test>', References: '<a@people.test>' }
    account.deliver(mailOf(text, { Subject: 'Re: Broken', ...reply }))
    expect(await second(account)).toMatchObject({ text: 'What is this?' })
    account.deliver(mailOf(text, { Subject: 'Fwd: Broken', ...reply }))
    expect(await second(account)).toMatchObject({ text: `Fwd: Broken\n\n${text}`, threadId: 'a@people.test' })
  })

  test('reads a mail in HTML and its files', async () => {
    const { account, adapter } = await open()
    const parts = [
      '--b\nContent-Type: text/html; charset=utf-8\n\n<style>p{}</style><p>Look at &lt;this&gt;<br>please</p>',
      '--b\nContent-Type: image/png; name="a.png"\nContent-Disposition: attachment; filename="a.png"\nContent-Transfer-Encoding: base64\n\nAQID\n--b--',
    ]
    account.deliver(mailOf(parts.join('\n'), { 'Content-Type': 'multipart/mixed; boundary=b' }))
    const { text, attachments } = await first(account)
    expect(text).toBe('Look at <this>\nplease')
    expect(attachments).toMatchObject([{ kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3 }])
    const content = await adapter.readAttachment?.(attachments[0]?.id ?? '', { signal: signal() })
    expect(content).toEqual(new Uint8Array([1, 2, 3]))
    const [id = ''] = attachments.map((attachment) => attachment.id)
    // The mail was deleted, or the server has renumbered the folder since.
    for (const gone of [id.replace(/\d+:/, '999:'), id.replace(/^\d+/, '1')])
      await expect(adapter.readAttachment?.(gone, { signal: signal() })).rejects.toMatchObject({ kind: 'gone' })
  })

  test('lists the files of a mail that is too long, and reads the small ones', async () => {
    const { account, adapter } = await open()
    const encoded = (content: Buffer) => (content.toString('base64').match(/.{1,76}/g) ?? []).join('\n')
    const attached = (name: string, type: string, content: Buffer) =>
      `--b\nContent-Type: ${type}\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${encoded(content)}\n`
    const parts = [
      '--b\nContent-Type: text/plain; charset=utf-8\n\nhuge file\n',
      attached('film.bin', 'application/octet-stream', Buffer.alloc(27 * 2 ** 20)),
      attached('data.csv', 'text/csv', Buffer.from('a,b\n1,2\n')),
      '--b--',
    ]
    account.deliver(mailOf(parts.join(''), { 'Content-Type': 'multipart/mixed; boundary=b' }))
    const { text, attachments } = await first(account)
    expect(text).toBe('huge file')
    expect(attachments).toMatchObject([{ name: 'film.bin' }, { name: 'data.csv', mediaType: 'text/csv' }])
    const [film, data] = attachments
    const { maxInBytes = 0 } = adapter.limits.media ?? {}
    expect(film?.bytes).toBeGreaterThan(maxInBytes)
    await expect(adapter.readAttachment?.(film?.id ?? '', { signal: signal() })).rejects.toMatchObject({
      kind: 'too-long',
    })
    const content = await adapter.readAttachment?.(data?.id ?? '', { signal: signal() })
    expect(Buffer.from(content ?? []).toString()).toBe('a,b\n1,2\n')
    const gone = data?.id.replace(/\d+:/, '999:') ?? ''
    await expect(adapter.readAttachment?.(gone, { signal: signal() })).rejects.toMatchObject({ kind: 'gone' })
  }, 60_000)

  test('reads the HTML when the text part is blank', async () => {
    const { account } = await open()
    const parts = [
      '--b\nContent-Type: text/plain; charset=utf-8\n\n \n',
      '--b\nContent-Type: text/html; charset=utf-8\n\n<p>Please call <a href="https://x.test/ada">me</a> back.</p>\n--b--',
    ]
    account.deliver(mailOf(parts.join('\n'), { Subject: 'Hi', 'Content-Type': 'multipart/alternative; boundary=b' }))
    expect(await first(account)).toMatchObject({ text: 'Hi\n\nPlease call me (https://x.test/ada) back.' })
  })

  test.each([
    ['another server', 'mail.people.test; dmarc=pass header.from=people.test'],
    ['another domain', 'mail.agent.test; dmarc=pass header.from=evil.test'],
    ['a failure', 'mail.agent.test; dmarc=fail header.from=people.test'],
    ['a comment', 'mail.agent.test; spf=pass (dmarc=pass header.from=people.test; dmarc=pass header.from=people.test)'],
    ['a signature of another domain', 'mail.agent.test; dkim=pass header.d=evil.test header.i=@people.test'],
  ])('ignores a sender that is only confirmed by %s', async (_, results) => {
    const { account } = await open()
    account.deliver(mailOf('forged', { 'Authentication-Results': results }))
    // A second header is below the one that the server has added.
    account.deliver(
      mailOf('forged, too', {
        'Authentication-Results': 'mail.agent.test; dmarc=none',
        'authentication-results': 'mail.agent.test; dmarc=pass header.from=people.test',
      }),
    )
    account.deliver(
      mailOf('signed', { 'Authentication-Results': 'mail.agent.test; dkim=pass header.d=people.test; dmarc=none' }),
    )
    expect(await first(account)).toMatchObject({ text: 'signed' })
  })

  test.each([
    ['two senders', { From: `${ada}, eve@evil.test` }],
    ['a group of senders', { From: `Friends: ${ada}, eve@evil.test;` }],
    ['two headers of senders', { from: 'eve@evil.test' }],
  ])('ignores a mail with %s', async (_, headers) => {
    const { account } = await open()
    const results = 'mail.agent.test; dmarc=pass header.from=people.test'
    account.deliver(mailOf('ambiguous', { ...headers, 'Authentication-Results': results }))
    account.deliver(mailOf('clear', { From: `Countess, Ada <${ada}>`, 'Authentication-Results': results }))
    expect(await first(account)).toMatchObject({ text: 'clear', sender: { id: ada } })
  })

  test('wakes up when mail arrives', async () => {
    const { account, adapter } = await open({ poll_seconds: 3600 })
    const controller = new AbortController()
    const events = adapter.receive({ signal: controller.signal })[Symbol.asyncIterator]()
    const next = events.next()
    account.deliver(mailOf('first'))
    expect((await next).value).toMatchObject([{ text: 'first' }])
    const later = events.next()
    account.deliver(mailOf('second'))
    expect((await later).value).toMatchObject([{ text: 'second' }])
    controller.abort()
    expect(await events.next()).toMatchObject({ done: true })
  })

  test('checks both servers', async () => {
    const { account, adapter } = await open()
    expect(await adapter.check?.({ signal: signal() })).toBe(account.address)
    account.failNext('auth')
    await expect(adapter.check?.({ signal: signal() })).rejects.toMatchObject({ kind: 'auth' })
  })

  test('retries when a server refuses logins temporarily', async () => {
    const { account, adapter } = await open()
    const later = 'The mail server 127.0.0.1 refuses logins at the moment: '
    for (const [failure, reason] of [
      ['no-login-now', 'Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10).'],
      ['too-many-connections', 'Too many simultaneous connections. (Failure).'],
    ] as const) {
      account.failNext(failure)
      await expect(adapter.check?.({ signal: signal() })).rejects.toMatchObject({
        kind: 'transient',
        message: later + reason,
      })
    }
    account.failNext('no-login-now')
    const sending = adapter.send({ chatId: ada, text: 'Hello.' }, { key: 'k', signal: signal() })
    await expect(sending).rejects.toMatchObject({
      kind: 'rate-limit',
      retryAfterMs: 60_000,
      message: expect.stringContaining(`${later}454 4.7.0 Temporary authentication failure`),
    })
  })

  test('reports a folder that does not exist', async () => {
    const { adapter } = await open({ folder: 'Missing' })
    await expect(adapter.check?.({ signal: signal() })).rejects.toThrow('The mail server has no folder Missing.')
  })

  async function open(more: Readonly<Record<string, unknown>> = {}) {
    const account = await host.openAccount()
    onTestFinished(() => account[Symbol.asyncDispose]())
    return { account, adapter: createEmail(optionsOf(account, more)) }
  }
})

test('requires the server that authenticates senders', () => {
  const { error } = emailOptions.safeParse({ address: 'a@b.test', password: 'x', imap_host: 'h', smtp_host: 'h' })
  expect(error?.issues).toMatchObject([{ path: ['authserv_id'], message: expect.stringContaining('forged') }])
})

function optionsOf({ address, imapPort: imap_port, smtpPort: smtp_port }: MailAccount, more = {}) {
  const hosts = { imap_host: '127.0.0.1', smtp_host: '127.0.0.1' }
  const server = { authserv_id: 'mail.agent.test', unencrypted: true }
  return emailOptions.parse({ address, password: 'secret', imap_port, smtp_port, ...hosts, ...server, ...more })
}

/** Returns the first mail without acknowledging it. */
async function first(account: MailAccount): Promise<InboundMessage> {
  return take(account, 1)
}

/** Returns the second mail, which acknowledges the first. */
async function second(account: MailAccount): Promise<InboundMessage> {
  return take(account, 2)
}

async function take(account: MailAccount, count: number): Promise<InboundMessage> {
  let taken = 0
  for await (const [event] of createEmail(optionsOf(account)).receive({ signal: signal() })) {
    taken += 1
    if (taken === count && event?.type === 'message') return event
  }
  throw new Error('Nothing was received.')
}
