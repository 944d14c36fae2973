import type { PluginRight, PluginRightKind } from '@hermes/runtime'
import { safeText } from '../../render/safe-text.js'

/** What a plugin brings and may do, by kind. What runs outside of any limits says so. */
export function describeRights(rights: readonly PluginRight[]): readonly string[] {
  if (rights.length === 0) return ['  nothing besides its own files']
  return [...Map.groupBy(rights, ({ kind }) => kind)].flatMap(([kind, members]) => {
    const values = members.map(wordRight)
    const lines = kind === 'hooks' || kind === 'servers' ? values : [values.join(', ')]
    return lines.map((line, index) => `  ${(index === 0 ? labels[kind] : '').padEnd(10)}${safeText(line)}`)
  })
}

/** One right on a line: `network   api.example.com`. */
export function describeRight(right: PluginRight): string {
  return `${labels[right.kind].padEnd(10)}${safeText(wordRight(right))}`
}

const labels: Readonly<Record<PluginRightKind, string>> = {
  tools: 'tools',
  skills: 'skills',
  commands: 'commands',
  hooks: 'hooks',
  servers: 'servers',
  prompt: 'prompt',
  reads: 'reads',
  writes: 'writes',
  network: 'network',
  variables: 'variables',
  processes: 'processes',
}

function wordRight({ kind, value }: PluginRight): string {
  switch (kind) {
    case 'commands':
      return `/${value}`
    case 'prompt':
      return 'adds to the system prompt'
    case 'processes':
      return 'starts programs with your rights: nothing confines them'
    default:
      return value
  }
}
