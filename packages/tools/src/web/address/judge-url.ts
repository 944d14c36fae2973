import { isIP } from 'node:net'
import { judgeAddress, type Verdict } from './judge-address.js'
import { isBlockedDomain, type WebPolicy } from './web-policy.js'

export type UrlVerdict =
  | {
      readonly allowed: true
      /** As it will be requested: without credentials and fragment. */
      readonly url: URL
      /** The name to resolve, or the address itself: without brackets and without a dot at its end. */
      readonly host: string
      readonly isAddress: boolean
    }
  | Extract<Verdict, { allowed: false }>

const longestUrl = 8_192

/**
 * What can be said of a URL before any name is resolved. It is read as browsers read it, so that decimal, octal,
 * hexadecimal, short, full-width and percent-encoded forms of an address are that address. A name that passes still has to be
 * resolved, and each of its addresses judged. Credentials are no reason to refuse; they are never sent.
 */
export function judgeUrl(text: string, base?: URL, policy: WebPolicy = {}): UrlVerdict {
  if (text.length > longestUrl) return refused(`a URL of more than ${longestUrl} characters`)
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  if (!url) return refused('no valid URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused(`a ${url.protocol} URL, not http or https`)
  url.username = ''
  url.password = ''
  url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  const isAddress = isIP(host) !== 0
  if (isBlockedDomain(host, policy)) return refused('a site that is on the list of blocked ones')
  const verdict = isAddress ? judgeAddress(host, policy) : judgeName(host, policy)
  return verdict.allowed ? { allowed: true, url, host, isAddress } : verdict
}

function judgeName(name: string, { allowsPrivate = false }: WebPolicy): Verdict {
  if (name === '') return refused('a URL without a host')
  if (metadataNames.has(name)) return refused('a name of cloud metadata')
  if (allowsPrivate && !isMetadataZone(name)) return { allowed: true }
  const isLocal = localNames.some((local) => name === local || name.endsWith(`.${local}`))
  return isLocal ? refused('a name of the local network') : { allowed: true }
}

/** Where clouds have the names of their own services. */
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

/** Names that by their registration never lead to the public internet. */
const localNames = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa'] as const

/** Refused whatever they resolve to. Those below `.internal` (Google, AWS, Azure) are so already. */
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
