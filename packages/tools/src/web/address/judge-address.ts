import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { WebPolicy } from './web-policy.js'

/** Whether a target may be reached. Otherwise the reason, worded as the end of a sentence: `a loopback address`. */
export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

/**
 * Allows public unicast addresses and rejects all special-purpose ranges. Addresses that embed an IPv4 address (mapped,
 * NAT64) are judged by that address; obsolete tunnels (6to4, Teredo) are rejected. The text must be a plain address:
 * short, octal and hexadecimal forms must be resolved first. A policy may allow private networks.
 */
export function judgeAddress(text: string, policy: WebPolicy = {}): Verdict {
  if (isIP(text) === 0 || text.includes('%')) return refused('not a plain IP address')
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv6 ? judgeV6(address, policy) : judgeV4(address, policy)
}

function judgeV4(address: ipaddr.IPv4, policy: WebPolicy): Verdict {
  if (metadataHosts.includes(address.toString())) return refused('a cloud metadata address')
  return judgeRange(address.range(), policy)
}

function judgeV6(address: ipaddr.IPv6, policy: WebPolicy): Verdict {
  if (metadataHosts.includes(address.toString())) return refused('a cloud metadata address')
  const held = judgeV4(new ipaddr.IPv4(address.toByteArray().slice(12)), policy)
  if (address.isIPv4MappedAddress() || address.match(ipaddr.parseCIDR('64:ff9b::/96'))) return held
  if (isIsatap(address) && !held.allowed) return held
  const range = address.range()
  const verdict = judgeRange(range, policy)
  // Global unicast addresses are assigned from this block.
  return verdict.allowed && range === 'unicast' && !address.match(ipaddr.parseCIDR('2000::/3'))
    ? refused('a reserved address')
    : verdict
}

/** Returns whether the address is an ISATAP tunnel to the IPv4 address in its last 32 bits. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
}

function judgeRange(range: string, { allowsPrivate = false }: WebPolicy): Verdict {
  if (range === 'unicast' || (allowsPrivate && privateRanges.includes(range))) return { allowed: true }
  return refused(names[range] ?? 'a reserved address')
}

const privateRanges: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']

function refused(reason: string): Verdict {
  return { allowed: false, reason }
}

/**
 * Addresses of metadata services outside the special-purpose ranges. Azure, Alibaba and AWS answer there for the
 * machine itself.
 */
const metadataHosts: readonly string[] = ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254']

const names: Readonly<Record<string, string>> = {
  unspecified: 'the address of this machine',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address, used by cloud metadata',
  loopback: 'a loopback address',
  carrierGradeNat: "an address of a provider's internal network",
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  '6to4': 'a tunnel address',
  teredo: 'a tunnel address',
  rfc6052: 'an address of a local translator',
  rfc6145: 'an address of a local translator',
  benchmarking: 'a benchmarking address',
}
