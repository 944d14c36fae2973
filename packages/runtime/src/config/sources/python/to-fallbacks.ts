import { isSection } from '../../../schema/section.js'
import type { Conversion } from './conversion.js'
import { withoutEmpty, withoutFields } from './fields.js'

/** The fields that an entry of `fallback_providers` has in Hermes. */
const fieldsOfFallback: ReadonlySet<string> = new Set(['provider', 'model', 'base_url', 'key_env', 'api_mode'])

/** Converts fallbacks, which are one provider or several in the Python program. */
export function toFallbacks(value: unknown): Conversion {
  const given = Array.isArray(value) ? value : value === '' ? [] : [value]
  if (!given.every(isSection)) return { because: 'Here, fallback_providers is a list of sections with `provider`.' }
  // An empty section means no provider in the Python program.
  const chain = given.map(withoutEmpty).filter((entry) => Object.keys(entry).length > 0)
  if (chain.some((entry) => entry.api_key !== undefined)) {
    return { because: 'In fallback_providers, `key_env` names the variable with the key: put the key in .env.' }
  }
  const lost = [...new Set(chain.flatMap(Object.keys))].filter((name) => !fieldsOfFallback.has(name))
  const entries = chain.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => fieldsOfFallback.has(name))),
  )
  return {
    settings: entries.length === 0 ? [] : [{ path: ['fallback_providers'], value: entries }],
    ...(lost.length > 0 && { remark: withoutFields(lost) }),
  }
}
