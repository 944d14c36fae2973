import type { ApiMode } from '@hermes/core'
import { apiModeOf } from './api-mode.js'
import { isLoopbackUrl } from './origin.js'
import type { ProviderPreset } from './providers.js'

/** A server of the user's own with a name, which is a provider like those of {@link providerPresets}. */
export interface OwnServer extends ProviderPreset {
  readonly isOwn: true
  /** The key, sent to the host of `baseUrl` only. Default: a variable of `keyVariables`, or none. */
  readonly apiKey?: string
}

export interface OwnServerSettings {
  /** The value for `model.provider`. */
  readonly id: string
  readonly baseUrl: string
  /** For display. Default: the id. */
  readonly name?: string
  readonly apiKey?: string
  /** The environment variable of the key. A server that has one needs a key. */
  readonly keyVariable?: string
  /** Default: that of the address. */
  readonly apiMode?: ApiMode
  /** The model if none is chosen. */
  readonly model?: string
}

/** Makes a provider of a server. */
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

/** The id for a name as people write it: `My Box` and `custom:my-box` are `my-box`. */
export function idOfServer(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^custom:/, '')
    .replaceAll(/\s+/g, '-')
}
