import { isSection, type Section } from '../../schema/section.js'

/** The settings of the section `model` that describe one provider's server. */
const providerSettings = ['base_url', 'api_key', 'api_mode', 'context_length', 'max_tokens'] as const
const modelSettings = ['context_length'] as const

/**
 * Returns the settings that a choice invalidates: address, key and context window when the provider changes, and the context window when
 * the model changes. Otherwise, `--provider openai` would still call the address that is configured for another provider.
 *
 * @returns dotted paths, such as `model.base_url`.
 */
export function settingsOfFormerModel(below: Section, choice: Section): readonly string[] {
  const former = isSection(below.model) ? below.model : {}
  const chosen = isSection(choice.model) ? choice.model : {}
  const changes = (key: string) => chosen[key] !== undefined && chosen[key] !== former[key]
  const hasMoved = (chosen.provider !== undefined && chosen.provider !== providerOf(former)) || changes('base_url')
  const outdated = hasMoved ? providerSettings : changes('default') ? modelSettings : []
  return outdated.filter((key) => former[key] !== undefined && chosen[key] === undefined).map((key) => `model.${key}`)
}

/** Returns the provider. An address without a provider belongs to a server of the user. */
function providerOf({ provider = 'auto', base_url: baseUrl }: Section): unknown {
  return provider === 'auto' && baseUrl !== undefined ? 'custom' : provider
}

/** Returns the settings without those at the given paths. */
export function withoutSettings(section: Section, paths: readonly string[]): Section {
  const model = isSection(section.model) ? section.model : undefined
  if (!model || paths.length === 0) return section
  const kept = Object.entries(model).filter(([key]) => !paths.includes(`model.${key}`))
  return { ...section, model: Object.fromEntries(kept) }
}
