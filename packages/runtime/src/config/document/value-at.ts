import { isSection } from '../../schema/section.js'
import { namesOf } from './names-of.js'

/** The value at a dotted path of the settings; `undefined` if there is none. */
export function valueAt(config: object, path: string): unknown {
  return namesOf(path).reduce<unknown>((inner, name) => (isSection(inner) ? inner[name] : undefined), config)
}
