import { BlockList, isIP } from 'node:net'

/** Whether only programs of this machine reach a server on the address. A name other than `localhost` counts as reachable from elsewhere. */
export function isLoopback(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host.toLowerCase() === 'localhost'
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
