import type { ToolEffect } from '../calls/tool-traits.js'
import { ConfigError } from '../errors/errors.js'

const effects: readonly ToolEffect[] = ['read', 'idempotent', 'once']

/**
 * Rejects a tool that could not run, or whose calls could not be judged: from programs without types, any object may come.
 * @throws {ConfigError}
 */
export function assertTool({
  name,
  run,
  effect,
}: {
  readonly name: string
  readonly run: unknown
  readonly effect: ToolEffect
}): void {
  if (typeof run !== 'function') {
    throw new ConfigError('tools', `The tool "${name}" cannot be called: pass an async function as its \`run\`.`)
  }
  if (!effects.includes(effect)) {
    const known = effects.map((known) => `"${known}"`).join(', ')
    throw new ConfigError('tools', `The tool "${name}" has no known effect, but "${effect}": pass one of ${known}.`)
  }
}
