import { isIP } from 'node:net'
import * as z from 'zod'

const port = z.int().min(1).max(65_535)
const mailbox = z.email().transform((address) => address.toLowerCase())

const host = z
  .string()
  .refine(isHost, 'must be the name or the IP address of a server, without a port, like mail.example.org')

/** The settings of email. */
export const emailOptions = z
  .strictObject({
    address: mailbox.describe('The address of the agent.'),
    name: z.string().min(1).default('Hermes').describe('The name that answers show beside the address.'),
    user: z.string().min(1).optional().describe('The name to log in with. Default: the address.'),
    password: z.string().min(1).meta({
      description: 'The password, or an app password. Better kept in .env.',
      format: 'password',
      source: 'Many providers want an app password, which the security settings of the account create.',
    }),
    imap_host: host.describe('The IMAP server.'),
    imap_port: port.default(993).describe('993 is encrypted from the start; on other ports STARTTLS is required.'),
    smtp_host: host.describe('The SMTP server.'),
    smtp_port: port.default(465).describe('465 is encrypted from the start; on other ports STARTTLS is required.'),
    unencrypted: z.boolean().default(false).describe('Connect without encryption, for servers on this machine.'),
    folder: z.string().min(1).default('INBOX').describe('The folder that is watched.'),
    authserv_id: z.string().min(1).optional().meta({
      description:
        'The name that the mail server writes at the start of its Authentication-Results headers, like mx.google.com. Mail that it did not authenticate is ignored.',
      source:
        'Open the source of a mail in the mailbox. The name stands behind the first "Authentication-Results:", before the semicolon.',
    }),
    trust_from: z
      .boolean()
      .default(false)
      .describe('Believe the sender that a mail names, which anyone can forge, when there is no authserv_id.'),
    max_age_hours: z.number().min(1).default(24).describe('Older mail is not answered.'),
    poll_seconds: z
      .number()
      .min(1)
      .default(60)
      .describe('How often to look for mail that the server has not announced.'),
  })
  .refine(({ authserv_id, trust_from }) => authserv_id !== undefined || trust_from, {
    path: ['authserv_id'],
    message: 'is needed to tell real senders from forged ones (or trust_from, where no one else can send mail)',
  })
  .meta({
    title: 'Email',
    personIds: 'People are known by their addresses, such as ada@example.org.',
    chatIds: 'A chat is the address of a person.',
    personPattern: String.raw`^[^@\s]+@[^@\s]+$`,
    chatPattern: String.raw`^[^@\s]+@[^@\s]+$`,
  })

function isHost(text: string): boolean {
  return isIP(text) > 0 || /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u.test(text)
}

export type EmailOptions = z.infer<typeof emailOptions>
