import { BlockList, isIP } from 'node:net'

/**
 * Whether only programs on this machine can reach a server on the address: 127.0.0.0/8, `::1` (also in brackets) and
 * `localhost`. Any other name counts as reachable from elsewhere.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family === 0) return host.toLowerCase() === 'localhost'
  // This check runs with each request, and costs a thousandth of a lookup in a list.
  if (family === 4) return address.startsWith('127.')
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
