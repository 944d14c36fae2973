import { isSection } from '../schema/section.js'

/** The value at a path of the settings; `undefined` if there is none. */
export function valueAt(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (isSection(inner) ? inner[name] : undefined), config)
}
