import type { RunProgram } from '@hermes/core/extension'
import { type KnownService, knownServices, type ServiceName, serviceNames } from './services.js'

/** Settings of what transcribes or speaks. */
export interface SpeechSettings {
  /** `auto`: the program of `command`, the server at `baseUrl`, or the first service with a key. */
  readonly provider: 'auto' | 'command' | 'custom' | ServiceName
  /** The model. Default: that of the service. */
  readonly model?: string | undefined
  /** An OpenAI-compatible self-hosted server, or another address of the service. */
  readonly baseUrl?: string | undefined
  /** The key of the server at `baseUrl`. */
  readonly apiKey?: string | undefined
  /** A program and its arguments. Empty: none. */
  readonly command: readonly string[]
  readonly timeoutMs: number
}

/** What the choice needs from its host. */
export interface SpeechHost {
  readonly fetch: typeof globalThis.fetch
  readonly run: RunProgram
  /** Absolute path of the folder where files of programs are created and removed. */
  readonly folder: string
  /** Environment variables and secrets of the home. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

export type Chosen =
  | { readonly kind: 'command' }
  | { readonly kind: 'service'; readonly service: KnownService; readonly apiKey?: string }

const custom: KnownService = {
  title: 'The speech server',
  baseUrl: '',
  keys: [],
  wire: 'openai',
  hears: 'whisper-1',
  speaks: { model: 'tts-1', voice: 'alloy' },
}

/** Chooses a service for one direction. `undefined`: nothing that supports it is set up. */
export function chooseService(
  { provider, baseUrl, apiKey, command }: SpeechSettings,
  direction: 'hears' | 'speaks',
  variables: SpeechHost['variables'],
): Chosen | undefined {
  const hasCommand = command.length > 0
  if (provider === 'command') return hasCommand ? { kind: 'command' } : undefined
  if (provider === 'auto' && hasCommand) return { kind: 'command' }
  if (provider === 'custom' || (provider === 'auto' && baseUrl !== undefined)) {
    if (baseUrl === undefined) return undefined
    return {
      kind: 'service',
      service: { ...custom, baseUrl: trimmed(baseUrl) },
      ...(apiKey !== undefined && { apiKey }),
    }
  }
  for (const name of provider === 'auto' ? serviceNames : [provider]) {
    const known = knownServices[name]
    const key = apiKey ?? known.keys.map((variable) => variables[variable]).find((value) => value)
    if (known[direction] === undefined || key === undefined) continue
    const service = baseUrl === undefined ? known : { ...known, baseUrl: trimmed(baseUrl) }
    return { kind: 'service', service, apiKey: key }
  }
  return undefined
}

function trimmed(url: string): string {
  return url.replace(/\/$/, '')
}
