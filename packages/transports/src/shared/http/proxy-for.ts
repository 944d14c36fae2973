import { BlockList, isIP } from 'node:net'
import { ConfigError } from '@hermes/core'

/** The proxy for requests to `url`; `undefined`: none. */
export type ProxyFor = (url: URL) => URL | undefined

/**
 * Reads from variables of the environment which proxies to use, as most programs do:
 *
 * - `https_proxy` or `http_proxy`, by the scheme of the URL, else `all_proxy`. Credentials may stand in the address
 *   (`http://user:password@proxy:3128`); `socks5://` works too.
 * - `no_proxy`: hosts to reach directly, separated by commas or blanks. A name stands for its subdomains too
 *   (`example.com`, `.example.com`, `*.example.com`), `10.0.0.0/8` for a network, `host:port` for one port, `*` for all.
 *
 * Each in small or capital letters, the small ones first. This machine (`localhost`, `127.0.0.1`, `::1`) is always reached
 * directly: a proxy would look for it elsewhere.
 *
 * @returns `undefined` when the variables name no proxy.
 * @throws {ConfigError} from the function returned, when a variable is not an address.
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

/** The value is not repeated in the error: it may hold a password. */
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
  // `::1` has no brackets in the list, but in a URL.
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
