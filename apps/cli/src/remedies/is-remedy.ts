import type { Remedy } from '@hermes/core'

/** The field that each type of remedy must contain. */
const named = {
  'log-in': 'provider',
  'add-key': 'provider',
  'log-in-server': 'server',
  'review-server': 'server',
  import: 'path',
  migrate: 'path',
  'set-up-network': 'network',
  set: 'name',
} as const satisfies Record<Remedy['type'], string>

/** Whether a server sent a remedy that this program knows. */
export function isRemedy(value: object): value is Remedy {
  const facts = new Map<string, unknown>(Object.entries(value))
  const name = new Map<unknown, string>(Object.entries(named)).get(facts.get('type'))
  return name !== undefined && typeof facts.get(name) === 'string'
}
