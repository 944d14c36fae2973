import { ConfigError } from '@hermes/core'
import type { ImapFlow } from 'imapflow'
import { needsPackage } from '../shared/needs-package.js'
import { toImapError } from './mail-errors.js'
import { type EmailAccount, proxyTo } from './mail-route.js'

/** A connection to the watched folder, which ends when `signal` is aborted. */
export interface Mailbox extends AsyncDisposable {
  readonly client: ImapFlow
  /** The UIDVALIDITY of the folder. If it changes, the numbers refer to other mail. */
  readonly numbering: string
  /** The mark of received mail: a keyword of the agent, so that a person may read mail before the agent does. */
  readonly mark: string
  /**
   * Resolves when the server announces mail, and after `poll_seconds` at the latest. Rejects when the connection is lost.
   */
  news(): Promise<void>
}

const keyword = 'HermesReceived'

/**
 * Opens the watched folder.
 * @throws {PlatformError} `auth`, `transient` when the server cannot be reached, `refused` when the package is not installed.
 */
export async function openMailbox(options: EmailAccount, signal: AbortSignal): Promise<Mailbox> {
  signal.throwIfAborted()
  const { ImapFlow } = await import('imapflow').catch(needsPackage('Email', 'imapflow'))
  const { imap_host: host, imap_port: port, unencrypted, user = options.address, password: pass } = options
  const secure = port === 993 && !unencrypted
  const proxy = proxyTo(host, port, options)
  const client = new ImapFlow({
    host,
    port,
    secure,
    doSTARTTLS: secure ? undefined : !unencrypted,
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 30_000,
    ...(proxy && { proxy: proxy.href }),
  })
  const state = watch(client)
  const stop = () => client.close()
  signal.addEventListener('abort', stop)
  try {
    await client.connect()
    const { permanentFlags, flags, uidValidity } = await client.mailboxOpen(options.folder).catch((cause: unknown) => {
      if (signal.aborted || !client.usable) throw cause
      throw new ConfigError('folder', `The mail server has no folder ${options.folder}.`, { cause })
    })
    const takesKeywords = permanentFlags?.has('\\*') || flags.has(keyword)
    return {
      client,
      numbering: String(uidValidity),
      mark: takesKeywords ? keyword : '\\Seen',
      news: () => state.news(options.poll_seconds * 1000),
      async [Symbol.asyncDispose]() {
        signal.removeEventListener('abort', stop)
        client.close()
      },
    }
  } catch (error) {
    signal.removeEventListener('abort', stop)
    client.close()
    throw toImapError(error, host, proxy)
  }
}

/** Watches for new mail, including announcements between two calls of `news`. */
function watch(client: ImapFlow) {
  let isNew = false
  let failure: { readonly error: unknown } | undefined
  let wake: (() => void) | undefined
  client.on('exists', () => {
    isNew = true
    wake?.()
  })
  client.on('error', (error: unknown) => {
    failure ??= { error }
    wake?.()
  })
  client.on('close', () => {
    failure ??= { error: new Error('The connection was closed.') }
    wake?.()
  })
  return {
    async news(pollMs: number): Promise<void> {
      if (!isNew && !failure) {
        const idling = client.idle().catch((error: unknown) => {
          failure ??= { error }
          wake?.()
        })
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
        // The next command ends idling; a lost connection has ended it already.
        if (failure) await idling
      }
      isNew = false
      if (failure) throw failure.error
    },
  }
}
