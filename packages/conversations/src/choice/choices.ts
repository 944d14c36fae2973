import type { Choice, JsonValue, SessionId } from '@hermes/core'
import { readModelChoice, type ValueTable } from '@hermes/core/sessions'

const namespace = 'conversation-choices'

/** The stored choices of conversations. */
export interface Choices {
  load(id: SessionId): Promise<Choice>
  store(id: SessionId, choice: Choice): Promise<void>
}

export function createChoices(values: ValueTable): Choices {
  return {
    load: async (id) => toChoice(await values.get(namespace, id)),
    async store(id, choice) {
      const stored = { ...choice }
      await values.update(namespace, id, () => (Object.keys(stored).length > 0 ? stored : undefined))
    },
  }
}

const efforts = ['off', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
const networks = ['on', 'list', 'off'] as const
const speeds = ['fast', 'auto', 'cold'] as const
const deciders = ['edits', 'manual', 'smart', 'off'] as const

/** Parses a stored choice. Unknown formats, written by another version, are ignored. */
function toChoice(value: JsonValue | undefined): Choice {
  const stored = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  const reasoning = efforts.find((effort) => effort === stored.get('reasoning'))
  const approvals = deciders.find((decider) => decider === stored.get('approvals'))
  const network = networks.find((mode) => mode === stored.get('network'))
  const speed = speeds.find((mode) => mode === stored.get('speed'))
  const [toolsets, personality] = [stored.get('toolsets'), stored.get('personality')]
  return {
    ...readModelChoice(value),
    ...(typeof personality === 'string' && { personality }),
    ...(reasoning && { reasoning }),
    ...(speed && { speed }),
    ...(approvals && { approvals }),
    ...(network && { network }),
    ...(Array.isArray(toolsets) && { toolsets: toolsets.filter((name) => typeof name === 'string') }),
  }
}
