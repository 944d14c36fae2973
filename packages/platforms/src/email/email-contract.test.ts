import { platformContract } from '@hermes/testkit/contracts'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { ada, hasDovecot, type MailHost, mailOf, startMailHost } from '../../testing/mail-server.js'
import { createEmail } from './create-email.js'
import { emailOptions } from './email-options.js'

const isThere = hasDovecot()

describe.skipIf(!isThere)(isThere ? 'with Dovecot' : 'with Dovecot, which is not installed', () => {
  let host: MailHost
  beforeAll(async () => {
    host = await startMailHost()
  })
  afterAll(() => host[Symbol.asyncDispose]())

  platformContract({
    name: 'email',
    async open() {
      const account = await host.openAccount()
      onTestFinished(() => account[Symbol.asyncDispose]())
      const { address, imapPort: imap_port, smtpPort: smtp_port } = account
      const options = emailOptions.parse({
        address,
        password: 'secret',
        imap_host: '127.0.0.1',
        imap_port,
        smtp_host: '127.0.0.1',
        smtp_port,
        unencrypted: true,
        authserv_id: 'mail.agent.test',
      })
      const thread = 'first@people.test'
      const say = (text: string, headers = {}) =>
        account.deliver(mailOf(text, { References: `<${thread}>`, 'In-Reply-To': `<${thread}>`, ...headers }))
      return {
        connect: () => createEmail(options),
        address: { chatId: ada, threadId: thread },
        say,
        makeNoise() {
          say('I am out of office.', { 'Auto-Submitted': 'auto-replied' })
          say('News of the week', { Precedence: 'bulk' })
          say('Out until Monday', { Subject: 'Automatic reply: Hello' })
          say('Weg bis Montag', { Subject: '=?utf-8?Q?Automatische_Antwort=3A_Hallo?=' })
          say('I am away.', { 'X-Autorespond': 'yes' })
          say('Offers of the week', { 'List-Unsubscribe': '<https://people.test/unsubscribe>' })
          const report = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }
          say('--b\nContent-Type: text/plain\n\nNot delivered\n--b--', report)
          say('To a list', { 'List-Id': '<list.people.test>' })
          say('Mail delivery failed', { From: 'MAILER-DAEMON@people.test' })
          say('Forged', { 'Authentication-Results': 'mail.agent.test; dmarc=fail header.from=people.test' })
          say('Own', { From: address })
        },
        shown: () => account.seen,
        failNext: (failure) => account.failNext(failure),
      }
    },
  })
})
