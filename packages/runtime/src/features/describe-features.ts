import type { Feature } from '../host.js'
import type { FeatureStatus } from './open-features.js'

/** A feature or plugin, its contributions and its cost. */
export interface FeatureDescription {
  readonly kind: 'feature' | 'plugin'
  /** The name of the feature. For a plugin, its name in the config. */
  readonly name: string
  /** A one-line description; empty for a plugin. */
  readonly summary: string
  /** Whether the feature is in use. `idle`: enabled, but not applicable here. `failed`: enabled, but it did not start. */
  readonly state: 'on' | 'off' | 'idle' | 'failed'
  /** Why the feature did not start. */
  readonly failure?: string
  /** The names of the tools that the feature adds to the configured agent. */
  readonly tools: readonly string[]
  /** The ids of the feature's system prompt sections. */
  readonly promptSections: readonly string[]
  readonly hooks: readonly string[]
  /** The names of the feature's slash commands. */
  readonly commands: readonly string[]
  /** How long loading and creating the feature took, in milliseconds; 0 if it is disabled. */
  readonly costMs: number
}

/**
 * Describes features.
 * @param toolsOf Returns the names of the tools that an agent has from a feature.
 */
export function describeFeatures(
  list: readonly FeatureStatus[],
  toolsOf: (feature: Feature) => readonly string[],
): readonly FeatureDescription[] {
  return list.map((status) => {
    const { kind, name, summary, feature, costMs } = status
    return {
      kind,
      name,
      summary,
      ...stateOf(status),
      tools: feature ? toolsOf(feature) : [],
      promptSections: feature?.promptSections?.map(({ id }) => id) ?? [],
      hooks: Object.keys(feature?.hooks ?? {}),
      commands: feature?.commands?.map((command) => command.name) ?? [],
      costMs,
    }
  })
}

function stateOf({ isOn, feature, failure }: FeatureStatus): Pick<FeatureDescription, 'state' | 'failure'> {
  if (failure !== undefined) return { state: 'failed', failure }
  if (feature) return { state: 'on' }
  return { state: isOn ? 'idle' : 'off' }
}
