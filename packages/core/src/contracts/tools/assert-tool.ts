import type { ToolEffect } from '../calls/tool-traits.js'
import { ConfigError } from '../errors/errors.js'

const effects: readonly unknown[] = ['read', 'idempotent', 'once'] satisfies readonly ToolEffect[]

/** A tool from a program that may have no types, so that any member may be wrong. */
export interface MaybeTool {
  readonly name?: unknown
  readonly run?: unknown
  readonly effect?: unknown
  readonly timeoutMs?: unknown
}

/**
 * Rejects a tool that could not run, whose calls could not be judged, or whose name providers refuse. Programs without types may pass
 * any object.
 * @param owner - Text after the tool's name that helps to find the tool: ` of the plugin "weather"`. Default: none.
 * @throws {ConfigError}
 */
export function assertTool({ name, run, effect, timeoutMs }: MaybeTool, owner = ''): void {
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    const subject = owner === '' ? '' : `, the name of a tool${owner},`
    const sentence = `"${String(name)}"${subject} is not a valid tool name: use 1 to 64 letters, digits, "_" or "-".`
    throw new ConfigError('tools', sentence)
  }
  const tool = `The tool "${name}"${owner}`
  if (typeof run !== 'function') {
    throw new ConfigError('tools', `${tool} cannot be called: pass an async function as its \`run\`.`)
  }
  if (!effects.includes(effect)) {
    const known = effects.map((known) => `"${known}"`).join(', ')
    throw new ConfigError('tools', `${tool} has no known effect, but "${effect}": pass one of ${known}.`)
  }
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0)) {
    const sentence = `${tool} has the timeoutMs ${timeoutMs}: pass a number of milliseconds above 0, or none for no limit of its own.`
    throw new ConfigError('tools', sentence)
  }
}
