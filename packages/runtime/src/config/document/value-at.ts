import { isSection } from '../../schema/section.js'
import { namesOf } from './names-of.js'

/** Returns the value at a dotted path of the settings; `undefined` if there is none. */
export function valueAt(config: object, path: string): unknown {
  return valueIn(config, namesOf(path))
}

/** Returns the value below a list of names; `undefined` if there is none. */
export function valueIn(config: object, names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isSection(inner) ? inner[name] : undefined), config)
}
