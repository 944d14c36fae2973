import { findPreset, idOfServer } from '@hermes/transports'
import { isSection, type Section } from '../../../schema/section.js'
import type { Conversion } from './conversion.js'
import { withoutEmpty, withoutFields } from './fields.js'
import { holdsSecret } from './holds-secret.js'

/** The names of each field in the Python program, by its name in Hermes. */
const names: Readonly<Record<string, readonly string[]>> = {
  base_url: ['base_url', 'url', 'api'],
  name: ['name'],
  key_env: ['key_env', 'api_key_env'],
  api_key: ['api_key'],
  api_mode: ['api_mode', 'transport'],
  model: ['model', 'default_model'],
  context_length: ['context_length'],
  models: ['models'],
}
const known: ReadonlySet<string> = new Set(Object.values(names).flat())
const factsHere: ReadonlySet<string> = new Set(['context_length', 'max_output_tokens', 'price'])

/** Converts an entry of the list `custom_providers`: a server with a name. */
export function toNamedServer(entry: unknown): Conversion {
  if (!isSection(entry) || typeof entry.name !== 'string') {
    return { because: 'Here, a server of your own has a name in the section providers.' }
  }
  const { name, ...server } = entry
  const id = idOfServer(name)
  return toServer(id, id === name ? server : entry)
}

/** Whether an entry of the section `providers` is in the format of the Python program. */
export function isForeignServer(id: string, entry: unknown): boolean {
  if (!isSection(entry)) return false
  if (findPreset(id) || id !== idOfServer(id)) return true
  const here = Object.keys(entry).every((name) => name in names)
  return !here || Array.isArray(entry.models) || lostFacts(entry.models).length > 0
}

/** Converts an entry of the section `providers`. */
export function toServer(name: string, entry: unknown): Conversion {
  if (!isSection(entry)) return { because: 'Here, a server of your own is a section.' }
  const given = withoutEmpty(entry)
  const id = idOfServer(name)
  const lost = [...Object.keys(given).filter((field) => !known.has(field)), ...lostFacts(given.models)]
  const fields = Object.entries(names).flatMap(([here, there]) => {
    const value = there.map((field) => given[field]).find((found) => found !== undefined)
    return value === undefined ? [] : [[here, here === 'models' ? toModels(value) : value] as const]
  })
  const hasSecret = Object.entries(given).some(([field, value]) => !known.has(field) && holdsSecret(field, value))
  if (findPreset(id) && !holdsSecret('', entry) && given.base_url === undefined) {
    return { settings: [], remark: withoutFields([...new Set(lost)]) }
  }
  if (findPreset(id))
    return { because: `"${id}" is a built-in provider here, with its own address: give your server another name.` }
  if (hasSecret) return { because: `${withoutFields([...new Set(lost)])} One of them holds a secret.` }
  return {
    settings: [{ path: ['providers', id], value: Object.fromEntries(fields) }],
    ...(lost.length > 0 && { remark: withoutFields([...new Set(lost)]) }),
  }
}

/** Converts the models of a server, which are a list of ids or a section. */
function toModels(models: unknown): unknown {
  if (Array.isArray(models)) return Object.fromEntries(models.map((id) => [String(id), {}]))
  if (!isSection(models)) return models
  return Object.fromEntries(Object.entries(models).map(([id, facts]) => [id, toFacts(facts)]))
}

function toFacts(facts: unknown): Section {
  return Object.fromEntries(isSection(facts) ? Object.entries(facts).filter(([name]) => factsHere.has(name)) : [])
}

function lostFacts(models: unknown): readonly string[] {
  if (!isSection(models)) return []
  return Object.values(models)
    .flatMap((facts) => (isSection(facts) ? Object.keys(facts) : []))
    .filter((name) => !factsHere.has(name))
}
