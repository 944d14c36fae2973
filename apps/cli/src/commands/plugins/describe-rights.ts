import type { PluginRight, PluginRightKind } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { safeText } from '../../render/text/safe-text.js'
import { padded } from '../../render/text/text-width.js'

/** Describes what a plugin contains and may do, by kind. Marks parts that run without any limits. */
export function describeRights(rights: readonly PluginRight[], t: Translate): readonly string[] {
  if (rights.length === 0) return [`  ${t`nothing besides its own files`}`]
  return [...Map.groupBy(rights, ({ kind }) => kind)].flatMap(([kind, members]) => {
    const values = members.map((right) => wordRight(right, t))
    const lines = kind === 'hooks' || kind === 'servers' ? values : [values.join(', ')]
    return lines.map((line, index) => `  ${padded(index === 0 ? labelOf(kind, t) : '', 10)}${safeText(line)}`)
  })
}

/** Describes one right on a line: `network   api.example.com`. */
export function describeRight(right: PluginRight, t: Translate): string {
  return `${padded(labelOf(right.kind, t), 10)}${safeText(wordRight(right, t))}`
}

function labelOf(kind: PluginRightKind, t: Translate): string {
  return {
    tools: t`tools`,
    skills: t`skills`,
    commands: t`commands`,
    hooks: t`hooks`,
    servers: t`servers`,
    prompt: t`prompt`,
    reads: t`reads`,
    writes: t`writes`,
    network: t`network`,
    variables: t`variables`,
    processes: t`processes`,
  }[kind]
}

function wordRight({ kind, value }: PluginRight, t: Translate): string {
  switch (kind) {
    case 'commands':
      return `/${value}`
    case 'prompt':
      return t`adds to the system prompt`
    case 'processes':
      return t`starts programs with your rights: nothing confines them`
    default:
      return value
  }
}
