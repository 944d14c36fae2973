import { isSection, type Section } from '../../../schema/section.js'
import type { Conversion, GivenSettings } from './conversion.js'
import { withoutFields } from './fields.js'

/**
 * Whether an entry of `model_overrides` has the format of the Python program: a provider with its models, or a default for all. In
 * Hermes, each entry is a model.
 */
export function writesModelFacts(value: unknown, _: GivenSettings, name: string): boolean {
  if (name === '_default') return true
  if (!isSection(value)) return false
  const facts = Object.entries(value).filter(([fact]) => fact !== 'price')
  return facts.length > 0 && facts.every(([, inner]) => isSection(inner))
}

/** Converts a provider with its models. */
export function toModelFacts(value: unknown, provider: string): Conversion {
  const models = isSection(value) && provider !== '_default' ? Object.entries(value) : []
  const known = models.flatMap(([model, facts]) => {
    const window = isSection(facts) ? facts.context_window : undefined
    return model === '_default' || window === undefined ? [] : [[model, window] as const]
  })
  const lost = new Set(models.flatMap(([, facts]) => (isSection(facts) ? Object.keys(facts) : [])))
  lost.delete('context_window')
  const owner: Section = provider.startsWith('custom:') ? {} : { provider }
  return {
    settings: known.map(([model, window]) => ({
      path: ['model_overrides', model],
      value: { context_length: window, ...owner },
    })),
    ...(lost.size > 0 && { remark: withoutFields([...lost]) }),
  }
}
