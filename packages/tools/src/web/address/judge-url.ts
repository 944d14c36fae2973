import { isIP } from 'node:net'
import { judgeAddress, type Verdict } from './judge-address.js'
import { isBlockedDomain, type WebPolicy } from './web-policy.js'

export type UrlVerdict =
  | {
      readonly allowed: true
      /** URL to request, without credentials and fragment. */
      readonly url: URL
      /** Name to resolve, or the address itself, without brackets and without a trailing dot. */
      readonly host: string
      readonly isAddress: boolean
    }
  | Extract<Verdict, { allowed: false }>

const longestUrl = 8_192

/**
 * Judges a URL before its name is resolved. Parses it like a browser, so that decimal, octal, hexadecimal, short,
 * full-width and percent-encoded forms of an address are recognized. A name that passes must still be resolved, and
 * each of its addresses judged. Credentials are removed and never sent.
 */
export function judgeUrl(text: string, base?: URL, policy: WebPolicy = {}): UrlVerdict {
  if (text.length > longestUrl) return refused(`a URL of more than ${longestUrl} characters`)
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  if (!url) return refused('not a valid URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(`a ${url.protocol} URL, not http or https`)
  url.username = ''
  url.password = ''
  url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  const isAddress = isIP(host) !== 0
  if (isBlockedDomain(host, policy)) return refused('a blocked site')
  const verdict = isAddress ? judgeAddress(host, policy) : judgeName(host, policy)
  return verdict.allowed ? { allowed: true, url, host, isAddress } : verdict
}

function judgeName(name: string, { allowsPrivate = false }: WebPolicy): Verdict {
  if (name === '') return refused('a URL without a host')
  if (metadataNames.has(name)) return refused('a cloud metadata name')
  if (allowsPrivate && !isMetadataZone(name)) return { allowed: true }
  const isLocal = localNames.some((local) => name === local || name.endsWith(`.${local}`))
  return isLocal ? refused('a name of the local network') : { allowed: true }
}

/** Returns whether the name is in a zone of cloud-internal services. */
function isMetadataZone(name: string): boolean {
  return (
    name === 'metadata.google.internal' ||
    name.endsWith('.metadata.google.internal') ||
    name.endsWith('.metadata.internal')
  )
}

function refused(reason: string): Extract<Verdict, { allowed: false }> {
  return { allowed: false, reason }
}

/** Names reserved for local networks. */
const localNames = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa'] as const

/** Names that are rejected whatever they resolve to. Names below `.internal` (Google, AWS, Azure) are already rejected. */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.goog',
  'metadata.azure.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'metadata.ibm.com',
  'metadata.cloud.ibm.com',
  'api.metadata.cloud.ibm.com',
  'metadata.oraclecloud.com',
  'metadata.scaleway.com',
  'metadata.vultr.com',
  'instance-data',
  'instance-data.ec2',
  'rancher-metadata',
])
