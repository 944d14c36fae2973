import type { Feature } from '../host.js'
import type { FeatureStatus } from './open-features.js'

/** A feature or plugin, what it brings, and what it costs. */
export interface FeatureDescription {
  readonly kind: 'feature' | 'plugin'
  /** A plugin is called as the config names it. */
  readonly name: string
  /** One line; empty for a plugin. */
  readonly summary: string
  /** `idle`: switched on, with nothing to do here. */
  readonly state: 'on' | 'off' | 'idle'
  /** Names of the tools that it brings to the agent of the settings. */
  readonly tools: readonly string[]
  /** Ids of its sections of the system prompt. */
  readonly promptSections: readonly string[]
  readonly hooks: readonly string[]
  /** Names of its slash commands. */
  readonly commands: readonly string[]
  /** Milliseconds that loading and making it took; 0 where it is switched off. */
  readonly costMs: number
}

/** @param toolsOf Names of the tools that an agent has of a feature. */
export function describeFeatures(
  list: readonly FeatureStatus[],
  toolsOf: (feature: Feature) => readonly string[],
): readonly FeatureDescription[] {
  return list.map(({ kind, name, summary, isOn, feature, costMs }) => ({
    kind,
    name,
    summary,
    state: feature ? 'on' : isOn ? 'idle' : 'off',
    tools: feature ? toolsOf(feature) : [],
    promptSections: feature?.promptSections?.map(({ id }) => id) ?? [],
    hooks: Object.keys(feature?.hooks ?? {}),
    commands: feature?.commands?.map((command) => command.name) ?? [],
    costMs,
  }))
}
