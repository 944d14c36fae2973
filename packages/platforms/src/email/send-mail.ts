import { PassThrough } from 'node:stream'
import type { CallOptions, OutboundMessage, SendOptions, SentMessage } from '@hermes/core/platform'
import { needsPackage } from '../shared/needs-package.js'
import type { EmailOptions } from './email-options.js'
import { toSmtpError } from './mail-errors.js'
import { ownId } from './own-ids.js'
import { toMail } from './to-mail.js'

/** Sends one mail, over a connection of its own. */
export async function sendMail(
  message: OutboundMessage,
  { key, signal }: SendOptions,
  options: EmailOptions,
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
    throw toSmtpError(error, options.smtp_host, wasSent)
  } finally {
    signal.removeEventListener('abort', stop)
    transport.close()
  }
  const { chatId, threadId = messageId } = message
  return { chatId, threadId, messageId }
}

/** Checks the login of the SMTP server. @throws {PlatformError} */
export async function checkSmtp(options: EmailOptions, { signal }: CallOptions): Promise<void> {
  signal.throwIfAborted()
  const { createTransport } = await loadNodemailer()
  const transport = createTransport(smtpOptions(options))
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    // Closing the transport does not end a connection that is being made.
    await Promise.race([transport.verify(), aborted.promise])
  } catch (error) {
    signal.throwIfAborted()
    throw toSmtpError(error, options.smtp_host, false)
  } finally {
    signal.removeEventListener('abort', stop)
    transport.close()
  }
}

const loadNodemailer = () => import('nodemailer').catch(needsPackage('Email', 'nodemailer'))

function smtpOptions({
  smtp_host: host,
  smtp_port: port,
  unencrypted,
  address,
  user = address,
  password,
}: EmailOptions) {
  const secure = port === 465 && !unencrypted
  return {
    host,
    port,
    secure,
    requireTLS: !secure && !unencrypted,
    ignoreTLS: unencrypted,
    auth: { user, pass: password },
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 120_000,
  }
}
