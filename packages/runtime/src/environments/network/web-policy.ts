import type { WebPolicy } from '@hermes/tools/web'
import type { Config } from '../../schema/config-schema.js'

/** Returns the network policy for pages and images. */
export function webPolicy({ allow_private_urls, website_blocklist }: Config['security']): WebPolicy {
  const { enabled, domains } = website_blocklist
  return { allowsPrivate: allow_private_urls, blockedDomains: enabled ? domains : [] }
}
