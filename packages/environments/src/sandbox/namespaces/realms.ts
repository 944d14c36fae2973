import type { SessionId } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import { createRealm, type Realm } from './realm.js'

export interface Realms extends AsyncDisposable {
  /** Returns the realm of a conversation. Commands without a conversation share one. */
  of(owner: CommandOwner | undefined): Realm
  /** Resolves to whether processes of commands run in any realm. */
  isInhabited(): Promise<boolean>
}

/** Maximum number of realms. Above it, realms without a running command are closed. */
const mostRealms = 64

export function createRealms(options: Parameters<typeof createRealm>[0]): Realms {
  /** Realms by conversation, with the most recently used last. */
  const realms = new Map<SessionId, Realm>()
  const closing = new Set<Promise<void>>()

  function makeRoom(): void {
    const idle = [...realms].filter(([, realm]) => realm.isIdle)
    for (const [key, realm] of idle.slice(0, Math.max(0, realms.size - mostRealms))) {
      realms.delete(key)
      const closed = Promise.resolve(realm[Symbol.asyncDispose]())
      closing.add(closed)
      void closed.finally(() => closing.delete(closed))
    }
  }

  return {
    of(owner) {
      const key = owner?.conversation ?? ''
      const realm = realms.get(key) ?? createRealm(options)
      realms.delete(key)
      makeRoom()
      realms.set(key, realm)
      return realm
    },
    async isInhabited() {
      return (await Promise.all([...realms.values()].map((realm) => realm.isInhabited()))).includes(true)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...closing, ...[...realms.values()].map((realm) => realm[Symbol.asyncDispose]())])
    },
  }
}
