import type { Removable } from '@hermes/scheduler'
import { UsageError } from '../../usage-error.js'

/** Fields that `--clear` can remove, keyed by the options that set them. */
const removable: Readonly<Record<string, Removable>> = {
  script: 'script',
  'context-from': 'contextFrom',
  deliver: 'deliver',
  'one-conversation': 'conversation',
  workdir: 'workingDirectory',
  model: 'model',
  provider: 'provider',
  reasoning: 'reasoning',
  toolsets: 'toolsets',
  'max-cost': 'maxCostUsd',
  repeat: 'repeat',
  'skip-missed': 'missed',
}

/** Parses the value of `--clear`. @throws {UsageError} for an unknown name. */
export function clearList(text: string): readonly Removable[] {
  const names = text.split(',').map((name) => name.trim().replace(/^--/, ''))
  return names.map((name) => {
    const found = Object.hasOwn(removable, name) ? removable[name] : undefined
    if (found) return found
    throw new UsageError(`--clear removes ${Object.keys(removable).join(', ')}, and not "${name}".`)
  })
}
