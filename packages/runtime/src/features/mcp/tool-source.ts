import { setTimeout as delay } from 'node:timers/promises'
import type { ToolSource } from '@hermes/tools'
import type { ConnectedServer } from './connected-server.js'

/** How long a new conversation waits for servers whose tools are not known from earlier, in milliseconds. */
const longestWaitMs = 10_000

/** Provides the tools of all servers, those of each server ordered by name. */
export function createToolSource(servers: readonly ConnectedServer[]): ToolSource {
  return {
    get generation() {
      return servers.reduce((sum, { listed }) => sum + listed.generation, 0)
    },
    list: () => servers.flatMap(({ listed }) => listed.tools),
    async ready() {
      const unknown = servers.filter(({ server }) => server.listing === undefined && server.failure === undefined)
      if (unknown.length === 0) return
      const asked = unknown.map(async ({ server, listed, skills }) => {
        await server.refresh()
        await Promise.all([listed.update(), skills.update()])
      })
      // The servers log failures and try again.
      await Promise.race([Promise.allSettled(asked), delay(longestWaitMs, undefined, { ref: false })])
    },
  }
}
