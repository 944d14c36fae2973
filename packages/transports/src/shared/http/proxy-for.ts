import { BlockList, isIP } from 'node:net'
import { ConfigError } from '@hermes/core'

/** Returns the proxy for requests to `url`, or `undefined` for none. */
export type ProxyFor = (url: URL) => URL | undefined

/**
 * Reads the usual environment variables for proxies:
 *
 * - `https_proxy` or `http_proxy`, by the scheme of the URL, otherwise `all_proxy`. The address may contain credentials
 *   (`http://user:password@proxy:3128`). `socks5://` is supported.
 * - `no_proxy`: hosts to reach without a proxy, separated by commas or spaces. A name includes its subdomains
 *   (`example.com`, `.example.com`, `*.example.com`); `10.0.0.0/8` is a network, `host:port` a single port, `*` every
 *   host.
 *
 * Lower-case names take precedence over upper-case ones. This machine (`localhost`, `127.0.0.1`, `::1`) is always called directly.
 *
 * @returns `undefined` if no proxy is set.
 * @throws {ConfigError} from the returned function when a variable contains an invalid address.
 */
export function proxyFromVariables(variables: Readonly<Record<string, string | undefined>>): ProxyFor | undefined {
  const read = (name: string) => (variables[name] || variables[name.toUpperCase()] || '').trim()
  const nameFor = (scheme: string) => [`${scheme}_proxy`, 'all_proxy'].find((name) => read(name) !== '')
  const names: Readonly<Record<string, string | undefined>> = { 'https:': nameFor('https'), 'http:': nameFor('http') }
  if (!names['https:'] && !names['http:']) return undefined
  const isDirect = createDirectCheck(read('no_proxy'))
  return (url) => {
    const name = names[url.protocol]
    return name === undefined || isLoopback(url.hostname) || isDirect(url) ? undefined : parseProxy(name, read(name))
  }
}

/** Parses the address of a proxy. The error omits the value, which may contain a password. */
function parseProxy(name: string, address: string): URL {
  const url = URL.parse(/^[a-z0-9+.-]+:\/\//i.test(address) ? address : `http://${address}`)
  if (url) return url
  throw new ConfigError('', `${name.toUpperCase()} is not the address of a proxy: write it like http://host:3128.`)
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

function createDirectCheck(list: string): (url: URL) => boolean {
  const rules = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .map(toRule)
  return (url) => rules.some((rule) => rule(url))
}

function toRule(text: string): (url: URL) => boolean {
  if (text === '*') return () => true
  const [, network, bits] = /^([\d.]+|[\da-f:]+)\/(\d+)$/.exec(text) ?? []
  if (network !== undefined) return networkRule(network, Number(bits))
  const [, name = text, port] = /^(.*[^:]|\[.*\]):(\d+)$/.exec(text) ?? []
  // IPv6 addresses have brackets in a URL, but not in the list.
  const host = isIP(text) === 6 ? `[${text}]` : name.replace(/^\*?\./, '')
  return (url) => {
    const isPort = isIP(text) === 6 || port === undefined || port === portOf(url)
    return isPort && (url.hostname === host || url.hostname.endsWith(`.${host}`))
  }
}

function networkRule(network: string, bits: number): (url: URL) => boolean {
  const family = familyOf(network)
  const isValid = family !== undefined && bits <= (family === 'ipv4' ? 32 : 128)
  if (!isValid) return () => false
  const members = new BlockList()
  members.addSubnet(network, bits, family)
  return ({ hostname }) => {
    const address = hostname.replace(/^\[|\]$/g, '')
    return familyOf(address) === family && members.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80')
}
