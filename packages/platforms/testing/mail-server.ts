import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { type Dovecot, startDovecot } from './mail/dovecot.js'
import { type MailFailure, startFailingImap } from './mail/failing-imap.js'
import { startSmtp } from './mail/smtp-server.js'

export const ada = 'ada@people.test'

/** Dovecot, with as many accounts as are asked for. */
export interface MailHost extends AsyncDisposable {
  openAccount(): Promise<MailAccount>
}

/** An account of the agent. Its SMTP server keeps what it accepts. */
export interface MailAccount extends AsyncDisposable {
  readonly address: string
  readonly imapPort: number
  readonly smtpPort: number
  /** What `platforms.email` of a config needs to use it. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What people got, the oldest first. */
  readonly sent: readonly Email[]
  /** The same as people see it. */
  readonly seen: readonly { readonly messageId: string; readonly text: string }[]
  /** A mail arrives. @returns its message id. */
  deliver(mail: string): string
  /** Fails the next login or mail. */
  failNext(failure: MailFailure): void
}

export function hasDovecot(): boolean {
  try {
    execFileSync('dovecot', ['--version'])
    return true
  } catch {
    return false
  }
}

/** A mail of Ada as the server keeps it, with its verdict on the sender. */
export function mailOf(text: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    'Authentication-Results': 'mail.agent.test; dmarc=pass header.from=people.test',
    From: `Ada <${ada}>`,
    To: 'hermes@agent.test',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${text}\n`
}

export async function startMailHost(): Promise<MailHost> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-mail-'))
  const dovecot = await startDovecot(folder)
  let accounts = 0
  return {
    async openAccount() {
      accounts += 1
      return openAccount(dovecot, `hermes${accounts}@agent.test`)
    },
    async [Symbol.asyncDispose]() {
      await dovecot.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openAccount(dovecot: Dovecot, address: string): Promise<MailAccount> {
  const deliver = dovecot.createMaildir(address)
  const imap = await startFailingImap(dovecot.socket)
  const smtp = await startSmtp(address)
  let failure: MailFailure | undefined
  imap.fail = smtp.fail = () => {
    const next = failure
    failure = undefined
    return next
  }
  return {
    address,
    imapPort: imap.port,
    smtpPort: smtp.port,
    settings: {
      address,
      password: 'secret',
      imap_host: '127.0.0.1',
      imap_port: imap.port,
      smtp_host: '127.0.0.1',
      smtp_port: smtp.port,
      unencrypted: true,
      authserv_id: 'mail.agent.test',
    },
    sent: smtp.sent,
    get seen() {
      return smtp.sent.map(({ messageId = '', text = '' }) => ({
        messageId: messageId.slice(1, -1),
        text: text.replace(/\r?\n$/, ''),
      }))
    },
    deliver,
    failNext(next) {
      failure = next
    },
    async [Symbol.asyncDispose]() {
      await imap.close()
      await smtp.close()
    },
  }
}
