import type { PlatformServices } from '@hermes/core/extension'
import type { PlatformAdapter } from '@hermes/core/platform'
import { emailLimits } from './email-limits.js'
import type { EmailOptions } from './email-options.js'
import type { EmailAccount } from './mail-route.js'
import { openMailbox } from './open-mailbox.js'
import { readAttachment } from './read-attachment.js'
import { receiveMail } from './receive-mail.js'
import { checkSmtp, sendMail } from './send-mail.js'

/**
 * Creates the email platform, which receives over IMAP and sends over SMTP. A chat is a person's address, and a thread in it is a mail
 * thread. Mail counts as received once it is marked on the server, so other programs may read and delete it, and only one gateway at a
 * time receives. Both servers are reached through the proxy that `proxyFor` names for them.
 */
export function createEmail(options: EmailOptions, services: Pick<PlatformServices, 'proxyFor'> = {}): PlatformAdapter {
  const account: EmailAccount = { ...options, ...(services.proxyFor && { proxyFor: services.proxyFor }) }
  const { address, user = address, imap_host: host, folder } = options
  return {
    id: 'email',
    limits: emailLimits,
    account: `${user} ${host} ${folder}`,
    receive: ({ signal }) => receiveMail(account, signal),
    send: (message, sendOptions) => sendMail(message, sendOptions, account),
    readAttachment: (id, callOptions) => readAttachment(id, callOptions, account),
    async check({ signal }) {
      await using _mailbox = await openMailbox(account, signal)
      await checkSmtp(account, { signal })
      return address
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
