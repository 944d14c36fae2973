import type { SpillStore } from '@hermes/tools'
import type { WebPolicy, WebToolsOptions } from '@hermes/tools/web'
import type { Config } from '../../config/config-schema.js'
import type { RuntimeOptions } from '../../runtime.js'

/** The web tools as the config has them. */
export function webOptions({ config, variables }: RuntimeOptions, spill: SpillStore): WebToolsOptions {
  const { web } = config
  return {
    search: { backend: web.backend, variables, ...(web.searxng_url && { searxngUrl: web.searxng_url }) },
    extract: {
      maxChars: web.extract_max_chars,
      spill,
      fetching: { limits: { totalMs: web.timeout * 1000 }, policy: webPolicy(config) },
    },
  }
}

/** What may be reached on the web: one rule for pages and pictures. */
export function webPolicy({ security }: Config): WebPolicy {
  const { enabled, domains } = security.website_blocklist
  return { allowsPrivate: security.allow_private_urls, blockedDomains: enabled ? domains : [] }
}
