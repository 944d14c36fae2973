import type { Socket } from 'node:net'
import { needsPackage } from '../shared/needs-package.js'

/**
 * Opens a connection to a server through a SOCKS5 proxy, which resolves the name of the server.
 * @param timeoutMs The time limit for connecting to the proxy and for its answers.
 * @throws {Error} when the proxy cannot be reached, or refuses the login or the connection.
 */
export async function openSocksTunnel(
  proxy: URL,
  destination: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<Socket> {
  const { SocksClient } = await import('socks').catch(needsPackage('Email through a SOCKS proxy', 'socks'))
  const { socket } = await SocksClient.createConnection({
    command: 'connect',
    destination,
    timeout: timeoutMs,
    proxy: {
      type: 5,
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: Number(proxy.port) || 1080,
      ...(proxy.username !== '' && { userId: proxy.username, password: proxy.password }),
    },
  })
  return socket
}
