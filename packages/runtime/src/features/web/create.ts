import { type WebPolicy, webTools } from '@hermes/tools/web'
import { tunnelsFromVariables } from '@hermes/transports'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { toMs } from '../../schema/to-ms.js'

export type WebSettings = Config['web'] & { readonly policy: WebPolicy }

export const createWeb: CreateFeature<WebSettings> = async ({ settings, variables, fetch, spill, redact }) => ({
  name: 'web',
  tools: webTools({
    redact,
    search: {
      backend: settings.backend,
      variables,
      fetch,
      ...(settings.searxng_url && { searxngUrl: settings.searxng_url }),
    },
    extract: {
      maxChars: settings.extract_max_chars,
      spill,
      fetching: {
        limits: { totalMs: toMs(settings.timeout) },
        policy: settings.policy,
        tunnelTo: tunnelsFromVariables(variables),
      },
    },
  }),
})
