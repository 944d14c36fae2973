import { isRecord } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { findPreset, originOf, providerPresets } from '@hermes/transports'
import { type Fields, fieldsAt, listAt, numberAt, textAt } from '../fields.js'
import type { ImportedItem } from '../imported-item.js'
import type { ForeignSetting, ForeignSettings } from './foreign-setting.js'
import { variableOf } from './variable-of.js'

export interface ForeignProviders extends ForeignSettings {
  /** Returns the Hermes name of an OpenClaw provider; `undefined` if there is none. */
  idOf(name: string): string | undefined
}

/** Maps OpenClaw names of providers to their names in Hermes, where they differ. */
const otherNames: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'bedrock',
  'github-copilot': 'copilot',
  google: 'gemini',
  opencode: 'opencode-zen',
  'vercel-ai-gateway': 'ai-gateway',
  'z-ai': 'zai-coding-plan',
  'z.ai': 'zai-coding-plan',
  // OpenClaw calls the server of the coding plan unless another address is set.
  zai: 'zai-coding-plan',
}

const apiModes: Readonly<Record<string, string>> = {
  'openai-completions': 'chat_completions',
  openai: 'chat_completions',
  ollama: 'chat_completions',
  'openai-responses': 'codex_responses',
  'openai-codex-responses': 'codex_responses',
  'anthropic-messages': 'anthropic_messages',
  anthropic: 'anthropic_messages',
  'bedrock-converse-stream': 'bedrock_converse',
}

/** Returns the providers of OpenClaw: those that Hermes knows by name or address, and the user's own servers. */
export function providersOf(config: Fields): ForeignProviders {
  const known = new Map<string, string>()
  const settings: ForeignSetting[] = []
  const refused: ImportedItem[] = []
  for (const [name, server] of Object.entries(fieldsAt(fieldsAt(config, 'models'), 'providers'))) {
    if (!isRecord(server)) continue
    const address = addressOf(server)
    const preset = address === undefined ? presetOf(name) : presetAt(address, name)
    if (preset !== undefined) known.set(name, preset)
    if (preset !== undefined || address === undefined) continue
    const api = textAt(server, 'api') ?? textAt(server, 'apiType') ?? 'openai-completions'
    if (!Object.hasOwn(apiModes, api)) {
      const reason = english`models.providers.${name} is not imported: Hermes does not speak its API ${api}.`
      refused.push({ name: `models.providers.${name}`, outcome: 'refused', reason })
      continue
    }
    const id = idOfOwn(name)
    known.set(name, id)
    settings.push({ section: ['providers'], values: { [id]: serverOf(server, address, apiModes[api] ?? '') } })
  }
  return { settings, refused, idOf: (name) => known.get(name) ?? presetOf(name) }
}

function presetOf(name: string): string | undefined {
  const id = otherNames[name.toLowerCase()] ?? name.toLowerCase()
  const preset = findPreset(id)
  return preset && preset.baseUrl !== '' ? preset.id : undefined
}

/** Returns the provider at an address. A provider of the same name at another address is another server. */
function presetAt(address: string, name: string): string | undefined {
  const plain = (url: string) => url.replace(/(?:\/v1)?\/?$/, '').toLowerCase()
  const there = providerPresets.filter(({ baseUrl }) => baseUrl !== '' && plain(baseUrl) === plain(address))
  return (there.find(({ id }) => id === presetOf(name)) ?? there[0])?.id ?? presetOnMachine(address, name)
}

/** Servers on this machine have the same address under several names. */
function presetOnMachine(address: string, name: string): string | undefined {
  const preset = findPreset(name)
  const local = address.replace('//localhost:', '//127.0.0.1:')
  return preset?.isLocal && preset.baseUrl !== '' && originOf(preset.baseUrl) === originOf(local)
    ? preset.id
    : undefined
}

/** Appends `/v1` where OpenClaw uses Ollama's own API. */
function addressOf(server: Fields): string | undefined {
  const address = textAt(server, 'baseUrl')?.trim().replace(/\/$/, '')
  return address !== undefined && textAt(server, 'api') === 'ollama' ? `${address.replace(/\/v1$/, '')}/v1` : address
}

function idOfOwn(name: string): string {
  const id =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]/g, '-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 50) || 'server'
  return findPreset(id) || id === 'auto' ? `${id}-server` : id
}

function serverOf(server: Fields, address: string, apiMode: string): Fields {
  const keyVariable = variableOf(server.apiKey)
  const models = listAt(server, 'models').filter(isRecord)
  const facts = models.flatMap((model) => {
    const id = textAt(model, 'id')
    return id === undefined ? [] : [[id, factsOf(model)] as const]
  })
  return {
    base_url: address,
    ...(apiMode !== 'chat_completions' && { api_mode: apiMode }),
    ...(keyVariable !== undefined && { key_env: keyVariable }),
    ...(facts.length > 0 && { models: Object.fromEntries(facts) }),
  }
}

function factsOf(model: Fields): Fields {
  const [window, answer, cost] = [
    numberAt(model, 'contextWindow'),
    numberAt(model, 'maxTokens'),
    fieldsAt(model, 'cost'),
  ]
  const [input, output] = [numberAt(cost, 'input'), numberAt(cost, 'output')]
  return {
    ...(window !== undefined && window >= 1024 && { context_length: Math.floor(window) }),
    ...(answer !== undefined && answer >= 1 && { max_output_tokens: Math.floor(answer) }),
    // OpenClaw writes zeros for unknown prices.
    ...(input !== undefined && output !== undefined && input > 0 && { price: { input, output } }),
  }
}
