import type { ClientRequest, IncomingMessage } from 'node:http'
import { TransportError } from '@hermes/core'
import { codeOf } from './error-code.js'

/** Distinguishes errors of a proxy from errors of the server behind it. */
export interface ProxyWatch {
  /** Returns an error that names the proxy if the proxy caused `error`; otherwise returns `error` itself. */
  explain(error: unknown): unknown
  /** @throws {TransportError} when the proxy answered instead of the server. */
  assertFromServer(response: IncomingMessage): void
}

export function watchProxy(outgoing: ClientRequest, proxy: URL, { hostname, protocol }: URL): ProxyWatch {
  let status: number | undefined
  outgoing.once('proxyConnect', (answer: { readonly statusCode?: number }) => {
    status = answer.statusCode ?? 200
  })
  // SOCKS has no status codes.
  outgoing.once('proxy', () => {
    status ??= 200
  })

  const refused = (by: number): TransportError =>
    new TransportError('network', refusal(by, proxy.host, hostname), { status: by })

  return {
    explain(error) {
      if (status !== undefined || outgoing.reusedSocket || isAbout(error, hostname)) return error
      const reason = codeOf(error) || (error instanceof Error ? error.message : '')
      const advice = `check HTTPS_PROXY and HTTP_PROXY, or add ${hostname} to NO_PROXY`
      return new TransportError('network', `The proxy ${proxy.host} gives no connection (${reason}): ${advice}.`, {
        cause: error,
      })
    },
    assertFromServer({ statusCode }) {
      if (status !== undefined && status !== 200) throw refused(status)
      if (protocol === 'http:' && statusCode === 407) throw refused(407)
    },
  }
}

/** Whether looking up the server's address failed. For `socks5:`, the lookup is local. */
function isAbout(error: unknown, hostname: string): boolean {
  return error instanceof Error && 'hostname' in error && error.hostname === hostname
}

function refusal(status: number, proxy: string, hostname: string): string {
  if (status === 407)
    return `The proxy ${proxy} asks for a user name and password (407): write them into its address, http://user:password@${proxy}.`
  return `The proxy ${proxy} does not connect to ${hostname} (${status}): ask its administrator, or add ${hostname} to NO_PROXY.`
}
