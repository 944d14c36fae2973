import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { PlatformError } from '@hermes/core/platform'
import { expect, onTestFinished, test } from 'vitest'
import { emailOptions } from './email-options.js'
import { receiveMail } from './receive-mail.js'

/** The untagged responses of a mail server whose searches fail. */
const answers: Readonly<Record<string, readonly string[]>> = {
  CAPABILITY: ['* CAPABILITY IMAP4rev1'],
  LIST: ['* LIST () "/" INBOX'],
  SELECT: ['* 1 EXISTS', '* FLAGS (\\Seen)', '* OK [PERMANENTFLAGS (\\Seen \\*)] Yes', '* OK [UIDVALIDITY 1] Valid'],
}

async function startBrokenServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.write('* OK ready\r\n')
    createInterface(socket).on('line', (line) => {
      const [tag, command = '', ...more] = line.split(' ')
      const name = command.toUpperCase()
      for (const answer of answers[name] ?? []) socket.write(`${answer}\r\n`)
      const isSearch = [name, ...more].includes('SEARCH')
      socket.write(`${tag} ${isSearch ? 'NO [SERVERBUG] Internal error' : 'OK done'}\r\n`)
    })
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a server that cannot say what mail is new counts as lost rather than as without mail', async () => {
  const options = emailOptions.parse({
    address: 'hermes@agent.test',
    password: 'made-up',
    authserv_id: 'mx.agent.test',
    imap_host: '127.0.0.1',
    imap_port: await startBrokenServer(),
    smtp_host: '127.0.0.1',
    unencrypted: true,
    poll_seconds: 60,
  })
  const mails = receiveMail(options, AbortSignal.timeout(5_000))
  const failure = await mails.next().catch((error: unknown) => error)
  expect(PlatformError.is(failure) && failure.kind).toBe('transient')
})
