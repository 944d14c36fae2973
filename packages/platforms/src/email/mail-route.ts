import { ConfigError } from '@hermes/core'
import type { PlatformServices } from '@hermes/core/extension'
import type { EmailOptions } from './email-options.js'

/** The settings of email, and the proxies to its servers. */
export interface EmailAccount extends EmailOptions, Pick<PlatformServices, 'proxyFor'> {}

/**
 * Returns the proxy to a mail server, which is the one for `https:` with this host and port; `undefined` if there is
 * none.
 * @throws {ConfigError} when its protocol is not supported.
 */
export function proxyTo(host: string, port: number, { proxyFor }: Pick<EmailAccount, 'proxyFor'>): URL | undefined {
  const proxy = proxyFor?.(new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`))
  if (!proxy) return undefined
  // Both libraries leave resolving the name of the server to the proxy.
  const protocol = proxy.protocol.replace('socks5h:', 'socks5:').replace('socks:', 'socks5:')
  if (!['http:', 'https:', 'socks5:'].includes(protocol)) {
    const advice = 'begin its address with http://, https:// or socks5://'
    throw new ConfigError('', `The protocol of the proxy ${proxy.host} is not supported for mail: ${advice}.`)
  }
  return new URL(protocol + proxy.href.slice(proxy.protocol.length))
}
