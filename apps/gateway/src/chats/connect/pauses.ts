import type { ValueTable } from '@hermes/core/sessions'

/** The networks that people paused. They are kept in the store, so that pauses survive restarts and apply to replicas. */
export interface Pauses {
  list(): Promise<ReadonlySet<string>>
  pause(network: string): Promise<void>
  /** @returns `false` if the network is not paused. */
  resume(network: string): Promise<boolean>
}

const namespace = 'chat-paused'

export function createPauses(values: ValueTable): Pauses {
  return {
    list: async () => new Set((await values.list(namespace)).map(({ key }) => key)),
    async pause(network) {
      await values.update(namespace, network, (stored) => stored ?? true)
    },
    async resume(network) {
      const isPaused = (await values.get(namespace, network)) !== undefined
      if (isPaused) await values.update(namespace, network, () => undefined)
      return isPaused
    },
  }
}
