import type { JsonObject } from '@hermes/core'

/** A folder in the format of Claude Code and of Open Plugins: texts and declarations, and no code that Hermes imports. */
export interface PortablePlugin {
  readonly name: string
  readonly version: string
  readonly description: string
  /** Folders of skills, relative with `/`. Empty text: the plugin itself is one skill. */
  readonly skills: readonly string[]
  readonly commands: readonly PortableCommand[]
  readonly hooks: readonly PortableHook[]
  /** MCP servers as their file declares them, by name. */
  readonly servers: Readonly<Record<string, JsonObject>>
  /** Environment variables that the servers refer to. */
  readonly variables: readonly string[]
  /** What is left out: `agents/reviewer.md`, `hooks: Notification`. */
  readonly unsupported: readonly string[]
}

export interface PortableCommand {
  /** Without the name of the plugin: `review`, `pr:review`. */
  readonly name: string
  readonly description: string
  readonly usage?: string
  /** Relative with `/`. */
  readonly file: string
}

/** The events of the format that have a hook here. */
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
  /** Names of tools, separated by `|`; `*` fits any part. Empty: every tool. */
  readonly matcher: string
  /** With placeholders. */
  readonly command: string
  /** Seconds. */
  readonly timeout: number
}
