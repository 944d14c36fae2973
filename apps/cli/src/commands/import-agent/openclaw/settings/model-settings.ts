import { isRecord } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { type Fields, fieldsAt, textAt } from '../fields.js'
import type { ImportedItem } from '../imported-item.js'
import type { ForeignSetting, ForeignSettings } from './foreign-setting.js'
import { type ForeignProviders, providersOf } from './providers-of.js'
import type { SettingsSource } from './settings-source.js'

interface Route {
  readonly provider: string
  readonly model: string
}

/** Returns the model and its fallbacks, short names of models, and the servers that have them. */
export function modelSettings({
  config,
  agentSettings,
}: Pick<SettingsSource, 'config' | 'agentSettings'>): ForeignSettings {
  const providers = providersOf(config)
  const defaults = fieldsAt(fieldsAt(config, 'agents'), 'defaults')
  const routeOf = routes(defaults, providers)
  const chosen = agentSettings.model ?? defaults.model ?? fieldsAt(config, 'agent').model
  const [primary, ...fallbacks] = modelsOf(chosen)
  const refused: ImportedItem[] = [...providers.refused]
  const found = (name: string): readonly Route[] => {
    const route = routeOf(name)
    const reason = english`The model ${name} is not imported: Hermes has no provider of this name.`
    if (!route) refused.push({ name, outcome: 'refused', reason })
    return route ? [route] : []
  }
  const [first] = primary === undefined ? [] : found(primary)
  const others = fallbacks.flatMap(found)
  const settings: ForeignSetting[] = [
    ...providers.settings,
    ...(first ? [{ section: ['model'], values: { default: first.model, provider: first.provider } }] : []),
    ...(others.length > 0 ? [{ section: [], values: { fallback_providers: others } }] : []),
    ...aliasesIn(defaults).flatMap(([alias, name]) => {
      const route = routeOf(name)
      return route ? [{ section: ['model_aliases'], values: { [alias]: { ...route } } }] : []
    }),
  ]
  return { settings, refused }
}

/** Returns the model and its fallbacks from `name`, or `{ primary, fallbacks }`. */
function modelsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (!isRecord(value)) return []
  const { primary, fallbacks } = value
  return [primary, ...(Array.isArray(fallbacks) ? fallbacks : [])].filter((name) => typeof name === 'string')
}

/** Returns short names of one word; longer ones are titles of models. */
function aliasesIn(defaults: Fields): readonly (readonly [string, string])[] {
  return Object.entries(fieldsAt(defaults, 'models')).flatMap(([name, model]) => {
    const alias = isRecord(model) ? textAt(model, 'alias') : undefined
    return alias !== undefined && /^[^\s:/-][^\s:/]{0,99}$/.test(alias) ? [[alias.toLowerCase(), name] as const] : []
  })
}

/** Reads `provider/model`, or a short name. A model without a provider belongs to Anthropic. */
export function routes(defaults: Fields, { idOf }: ForeignProviders): (name: string) => Route | undefined {
  const full = new Map(aliasesIn(defaults))
  return (name) => {
    const text = full.get(name.toLowerCase()) ?? name
    const at = text.indexOf('/')
    const [given, rest] = at < 0 ? ['anthropic', text] : [text.slice(0, at), text.slice(at + 1)]
    const provider = idOf(given)
    if (provider === undefined || rest === '') return undefined
    // OpenRouter's own models start with its name.
    return { provider, model: provider === 'openrouter' && !rest.includes('/') ? `openrouter/${rest}` : rest }
  }
}
