import { PassThrough } from 'node:stream'
import type { CallOptions, OutboundMessage, SendOptions, SentMessage } from '@hermes/core/platform'
import type { SMTPTransportOptions } from 'nodemailer'
import { needsPackage } from '../shared/needs-package.js'
import { toSmtpError } from './mail-errors.js'
import { type EmailAccount, proxyTo } from './mail-route.js'
import { openSocksTunnel } from './open-socks-tunnel.js'
import { ownId } from './own-ids.js'
import { toMail } from './to-mail.js'

/** Sends one mail over a separate connection. */
export async function sendMail(
  message: OutboundMessage,
  { key, signal }: SendOptions,
  options: EmailAccount,
): Promise<SentMessage> {
  signal.throwIfAborted()
  const messageId = ownId(key, options.address)
  const { createTransport } = await loadNodemailer()
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const composed = await composer.sendMail(toMail(message, messageId, options))
  const content = Buffer.isBuffer(composed.message) ? composed.message : Buffer.alloc(0)

  const raw = new PassThrough()
  let wasSent = false
  raw.once('end', () => {
    wasSent = true
  })
  raw.end(content)
  const transport = createTransport(smtpOptions(options))
  const stop = () => transport.close()
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    await transport.sendMail({ envelope: { from: options.address, to: [message.chatId] }, raw })
  } catch (error) {
    if (signal.aborted && !wasSent) throw signal.reason
    throw toSmtpError(error, options.smtp_host, wasSent, proxyTo(options.smtp_host, options.smtp_port, options))
  } finally {
    signal.removeEventListener('abort', stop)
    transport.close()
  }
  const { chatId, threadId = messageId } = message
  return { chatId, threadId, messageId }
}

/** Checks the login of the SMTP server. @throws {PlatformError} */
export async function checkSmtp(options: EmailAccount, { signal }: CallOptions): Promise<void> {
  signal.throwIfAborted()
  const { createTransport } = await loadNodemailer()
  const transport = createTransport(smtpOptions(options))
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    // Closing the transport does not end a connection that is being established.
    await Promise.race([transport.verify(), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    throw toSmtpError(error, options.smtp_host, false, proxyTo(options.smtp_host, options.smtp_port, options))
  } finally {
    signal.removeEventListener('abort', stop)
    transport.close()
  }
}

const loadNodemailer = () => import('nodemailer').catch(needsPackage('Email', 'nodemailer'))

const connectionTimeout = 30_000

function smtpOptions(account: EmailAccount): SMTPTransportOptions {
  const { smtp_host: host, smtp_port: port, unencrypted, address, user = address, password } = account
  const secure = port === 465 && !unencrypted
  return {
    host,
    port,
    secure,
    requireTLS: !secure && !unencrypted,
    ignoreTLS: unencrypted,
    auth: { user, pass: password },
    connectionTimeout,
    greetingTimeout: 30_000,
    socketTimeout: 120_000,
    ...throughProxy(account),
  }
}

/** Returns the options of the proxy. nodemailer only has a client for HTTP proxies. */
function throughProxy(account: EmailAccount): Partial<SMTPTransportOptions & { readonly proxy: string }> {
  const { smtp_host: host, smtp_port: port } = account
  const proxy = proxyTo(host, port, account)
  if (!proxy) return {}
  if (proxy.protocol !== 'socks5:') return { proxy: proxy.href }
  return {
    getSocket(_options, done) {
      openSocksTunnel(proxy, { host, port }, connectionTimeout).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error),
      )
    },
  }
}
