import type { JsonObject } from '@hermes/core'

/** A folder in the format of Claude Code and of Open Plugins, with texts and declarations, but no code that Hermes imports. */
export interface PortablePlugin {
  readonly name: string
  readonly version: string
  readonly description: string
  /** The folders of skills, as relative paths with `/`. An empty text means that the plugin itself is one skill. */
  readonly skills: readonly string[]
  readonly commands: readonly PortableCommand[]
  readonly hooks: readonly PortableHook[]
  /** The MCP servers by name, as their file declares them. */
  readonly servers: Readonly<Record<string, JsonObject>>
  /** The environment variables that the servers refer to. */
  readonly variables: readonly string[]
  /** The parts that are left out, such as `agents/reviewer.md` or `hooks: Notification`. */
  readonly unsupported: readonly string[]
}

export interface PortableCommand {
  /** The name without that of the plugin: `review`, `pr:review`. */
  readonly name: string
  readonly description: string
  readonly usage?: string
  /** The relative path, with `/`. */
  readonly file: string
}

/** The events of the format that have a counterpart in Hermes. */
export const portableEvents = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
] as const

export type PortableEvent = (typeof portableEvents)[number]

export interface PortableHook {
  readonly event: PortableEvent
  /** The names of tools, separated by `|`, where `*` matches any part. Empty for every tool. */
  readonly matcher: string
  /** The command line, with placeholders. */
  readonly command: string
  /** The time limit in seconds. */
  readonly timeout: number
}
