import { isRecord } from '@hermes/safety'
import { providerPresets } from '@hermes/transports'
import { fieldsAt } from '../fields.js'
import type { OpenClawHome } from '../openclaw-home.js'
import { networks } from '../settings/channel-settings.js'
import { variableOf } from '../settings/variable-of.js'

/** Variables of services other than models and chat networks. */
const ofServices = [
  'BRAVE_SEARCH_API_KEY',
  'ELEVENLABS_API_KEY',
  'EXA_API_KEY',
  'FIRECRAWL_API_KEY',
  'TAVILY_API_KEY',
  'VOICE_TOOLS_OPENAI_KEY',
]

/** Returns the variables with keys that Hermes itself reads, and those that imported servers refer to. No others are imported. */
export function knownVariables({ config }: Pick<OpenClawHome, 'config'>): ReadonlySet<string> {
  const servers = Object.values(fieldsAt(fieldsAt(config, 'mcp'), 'servers')).filter(isRecord)
  const providers = Object.values(fieldsAt(fieldsAt(config, 'models'), 'providers')).filter(isRecord)
  const referred = [
    ...servers.flatMap((server) => [
      ...Object.values(fieldsAt(server, 'env')),
      ...Object.values(fieldsAt(server, 'headers')),
    ]),
    ...providers.map(({ apiKey }) => apiKey),
  ]
  return new Set([
    ...ofServices,
    ...providerPresets.flatMap(({ keyVariables }) => keyVariables),
    ...networks.map(({ variable }) => variable),
    ...referred.flatMap((value) => variableOf(value) ?? []),
  ])
}
