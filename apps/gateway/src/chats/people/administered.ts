import type { SessionId } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'

/** Conversations in which an administrator or an owner wrote. They may have settings that others may not choose, such as an open network. */
export interface Administered {
  has(conversation: SessionId): Promise<boolean>
  add(conversation: SessionId): Promise<void>
}

const namespace = 'chat-administered'

export function createAdministered(values: ValueTable): Administered {
  const has = async (id: SessionId) => (await values.get(namespace, id)) === true
  return {
    has,
    async add(id) {
      if (!(await has(id))) await values.update(namespace, id, () => true)
    },
  }
}
