import type { ApiMode } from '@hermes/core'
import { apiModeOf } from './api-mode.js'
import { isLoopbackUrl } from './origin.js'
import type { ProviderPreset } from './providers.js'

/** A named server of the user, which acts as a provider like those of {@link providerPresets}. */
export interface OwnServer extends ProviderPreset {
  readonly isOwn: true
  /** API key, sent only to the host of `baseUrl`. Default: the value of a variable in `keyVariables`, or none. */
  readonly apiKey?: string
}

export interface OwnServerSettings {
  /** Value for `model.provider`. */
  readonly id: string
  readonly baseUrl: string
  /** Name to display. Default: the id. */
  readonly name?: string
  readonly apiKey?: string
  /** Environment variable of the key. A server that has one needs a key. */
  readonly keyVariable?: string
  /** API of the server. Default: the one that the address implies. */
  readonly apiMode?: ApiMode
  /** Model to use if none is chosen. */
  readonly model?: string
}

/** Creates a provider from the settings of a server. */
export function ownServer({ id, baseUrl, name, apiKey, keyVariable, apiMode, model }: OwnServerSettings): OwnServer {
  const plain: ProviderPreset = {
    id,
    name: name || id,
    baseUrl,
    keyVariables: keyVariable ? [keyVariable] : [],
    apiMode: 'chat_completions',
    isLocal: isLoopbackUrl(baseUrl),
    ...(model && { defaultModel: model }),
  }
  return {
    ...plain,
    apiMode: apiModeOf(plain, { baseUrl, ...(apiMode && { apiMode }) }),
    isOwn: true,
    ...(apiKey && { apiKey }),
  }
}

/** Returns the id for a name as users write it: `My Box` and `custom:my-box` become `my-box`. */
export function idOfServer(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^custom:/, '')
    .replaceAll(/\s+/g, '-')
}
