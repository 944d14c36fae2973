import type { SessionId } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import { createRealm, type Realm } from './realm.js'

export interface Realms extends AsyncDisposable {
  /** The realm of a conversation; commands of no conversation share one. */
  of(owner: CommandOwner | undefined): Realm
  /** Whether processes of commands live in any of them. */
  isInhabited(): Promise<boolean>
}

/** A realm without a running command is closed when others need the room. */
const mostRealms = 64

export function createRealms(options: Parameters<typeof createRealm>[0]): Realms {
  /** The most recently used come last. */
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
