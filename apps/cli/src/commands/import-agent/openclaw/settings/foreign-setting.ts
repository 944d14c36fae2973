import type { ImportedItem } from '../imported-item.js'

/** Settings of Hermes that correspond to settings of OpenClaw. */
export interface ForeignSetting {
  /** Section of `config.yaml`; empty for the top level. */
  readonly section: readonly string[]
  /** Values by name. They are written together: if one of them is already set, all stay unchanged. */
  readonly values: Readonly<Record<string, unknown>>
  /** What the user should know about them, as a sentence. */
  readonly reason?: string
}

export interface ForeignSettings {
  readonly settings: readonly ForeignSetting[]
  /** Settings that cannot be imported, by their names in OpenClaw. */
  readonly refused: readonly ImportedItem[]
}

/** Returns the section for several settings, such as `model`, or the full name of one, such as `agent.reasoning_effort`. */
export function nameOf({ section, values }: ForeignSetting): string {
  const [name, ...others] = Object.keys(values)
  return [...section, ...(name === undefined || others.length > 0 ? [] : [name])].join('.')
}
