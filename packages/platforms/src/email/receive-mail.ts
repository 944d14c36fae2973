import { type InboundMessage, PlatformError } from '@hermes/core/platform'
import { isAuthentic } from './is-authentic.js'
import { isAutomatic, isRobot } from './is-automatic.js'
import type { Mail } from './mail.js'
import { toImapError } from './mail-errors.js'
import type { EmailAccount } from './mail-route.js'
import { type Mailbox, openMailbox } from './open-mailbox.js'
import { isOwnId } from './own-ids.js'
import { readMail } from './read-mail.js'
import { toInbound } from './to-inbound.js'

/**
 * Yields the mail of people. Each mail is marked on the server once the next is requested. Mail from programs and forged senders is marked
 * and left out.
 */
export async function* receiveMail(
  options: EmailAccount,
  signal: AbortSignal,
): AsyncGenerator<readonly InboundMessage[]> {
  try {
    await using mailbox = await openMailbox(options, signal)
    const { client, mark } = mailbox
    while (!signal.aborted) {
      for (const uid of await unmarked(mailbox, options)) {
        const mail = await readMail(mailbox, uid)
        if (mail && isOfPerson(mail, options)) yield [toInbound(mail, (id) => isOwnId(id, options.address))]
        await client.messageFlagsAdd(uid, [mark], { uid: true })
      }
      await mailbox.news()
    }
  } catch (error) {
    if (!signal.aborted) throw toImapError(error, options.imap_host)
  }
}

/** Returns unmarked mail, oldest first. */
async function unmarked(
  { client, mark }: Mailbox,
  { max_age_hours: hours, imap_host: host }: EmailAccount,
): Promise<readonly number[]> {
  const since = new Date(Date.now() - hours * 3_600_000)
  const unseen = mark === '\\Seen' ? { seen: false } : { unKeyword: mark }
  const found = await client.search({ ...unseen, deleted: false, since }, { uid: true })
  // The client returns `false` when the server refused the search or the connection is lost: there may be mail.
  if (!found) throw new PlatformError('transient', `The mail server ${host} did not answer what mail is new.`)
  return [...found].sort((a, b) => a - b)
}

function isOfPerson({ headers, from, subject }: Mail, { address, authserv_id: authservId }: EmailAccount): boolean {
  if (from === address || isRobot(from) || isAutomatic(headers, subject)) return false
  return authservId === undefined || isAuthentic(headers, from, authservId)
}
