import type { ImportedItem } from '../imported-item.js'

/** Settings of Hermes that say what those of OpenClaw say. */
export interface ForeignSetting {
  /** The section of `config.yaml`; empty for its top. */
  readonly section: readonly string[]
  /** By name. They are written together: if one of them is set here, all stay as they are. */
  readonly values: Readonly<Record<string, unknown>>
  /** What a person should know about them, as a sentence. */
  readonly reason?: string
}

export interface ForeignSettings {
  readonly settings: readonly ForeignSetting[]
  /** What cannot be imported, by its name in OpenClaw. */
  readonly refused: readonly ImportedItem[]
}

/** `model` for several settings of a section, `agent.reasoning_effort` for one. */
export function nameOf({ section, values }: ForeignSetting): string {
  const [name, ...others] = Object.keys(values)
  return [...section, ...(name === undefined || others.length > 0 ? [] : [name])].join('.')
}
