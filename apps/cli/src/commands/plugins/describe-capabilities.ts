import type { PluginCapabilities } from '@hermes/runtime'
import { safeText } from '../../render/safe-text.js'

/** What a plugin may do, one line each. */
export function describeCapabilities(capabilities: PluginCapabilities): readonly string[] {
  const { tools, hooks, commands, prompt, files, network, variables, processes } = capabilities
  const rows: readonly (readonly [label: string, values: readonly string[]])[] = [
    ['tools', tools],
    ['hooks', hooks],
    ['commands', commands.map((name) => `/${name}`)],
    ['prompt', prompt ? ['adds to the system prompt'] : []],
    ['reads', files.read],
    ['writes', files.write],
    ['network', network],
    ['variables', variables],
    ['processes', processes ? ['starts programs with your rights: nothing confines them'] : []],
  ]
  const given = rows.filter(([, values]) => values.length > 0)
  if (given.length === 0) return ['  nothing besides its own files']
  return given.map(([label, values]) => `  ${label.padEnd(10)}${safeText(values.join(', '))}`)
}
