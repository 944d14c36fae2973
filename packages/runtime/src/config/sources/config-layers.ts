import { isSection, type Section } from '../../schema/section.js'

/**
 * The source of a setting. The machine overrides flags, flags override the file, the file overrides the environment, and the
 * environment overrides the default.
 */
export type ConfigSource = 'managed' | 'flag' | 'config' | 'environment' | 'default'

export interface ConfigLayer {
  readonly source: ConfigSource
  readonly values: Section
}

export interface MergedLayers {
  readonly values: Section
  /** The source of each value that is set, by dotted path. */
  readonly sources: ReadonlyMap<string, ConfigSource>
}

/**
 * Merges layers of settings, where a later layer wins, key by key. `undefined` sets nothing, lists are replaced, and a section does not replace a value.
 */
export function mergeLayers(layers: readonly ConfigLayer[]): MergedLayers {
  const sources = new Map<string, ConfigSource>()
  let values: Section = {}
  for (const { source, values: upper } of layers) {
    values = overlay(values, upper, '', (path) => {
      // The value may replace a section.
      for (const below of sources.keys()) if (below.startsWith(`${path}.`)) sources.delete(below)
      sources.set(path, source)
    })
  }
  return { values, sources }
}

/** Returns a copy of the settings with one value changed. */
export function withSetting(section: Section, path: readonly PropertyKey[], value: unknown): Section {
  const [first, ...rest] = path.map(String)
  if (first === undefined) return section
  const inner = section[first]
  const changed = rest.length === 0 ? value : withSetting(isSection(inner) ? inner : {}, rest, value)
  return { ...section, [first]: changed }
}

function overlay(lower: Section, upper: Section, parent: string, record: (path: string) => void): Section {
  const merged = new Map(Object.entries(lower))
  for (const [key, value] of Object.entries(upper)) {
    if (value === undefined) continue
    const path = `${parent}${key}`
    const below = merged.get(key)
    // A value in place of a section stays, so that validation reports it: `gateway: 5` is a mistake with and without `--port`.
    if (isSection(value) && below !== undefined && below !== null && !isSection(below)) continue
    if (isSection(value)) {
      merged.set(key, overlay(isSection(below) ? below : {}, value, `${path}.`, record))
    } else {
      merged.set(key, value)
      record(path)
    }
  }
  return Object.fromEntries(merged)
}
