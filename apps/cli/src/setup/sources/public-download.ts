import { HermesError } from '@hermes/core'
import type { LoadedConfig } from '@hermes/runtime'
import type { Download } from '@hermes/skills/hub'
import { tunnelsFromVariables } from '@hermes/transports'

/**
 * Downloads only from the public web. Each hop uses https, so that no machine on the way can choose what is installed. With
 * `security.allow_private_urls`, hubs on private networks may use http.
 */
export function publicDownload({ config, variables }: Pick<LoadedConfig, 'config' | 'variables'>): Download {
  const { allow_private_urls, website_blocklist } = config.security
  const tunnelTo = tunnelsFromVariables(variables)
  return async (url, { mostBytes, signal }) => {
    const { safeFetch, sendRequest } = await import('@hermes/tools/web')
    return safeFetch(url, {
      policy: {
        allowsPrivate: allow_private_urls,
        blockedDomains: website_blocklist.enabled ? website_blocklist.domains : [],
      },
      limits: { bodyBytes: mostBytes, totalMs: 120_000 },
      headers: { accept: '*/*' },
      signal,
      tunnelTo,
      send: (request) => {
        if (request.url.protocol === 'https:' || allow_private_urls) return sendRequest(request)
        throw new HermesError('skill/source', `${request.url.host} is asked without https, which is refused.`)
      },
    })
  }
}
