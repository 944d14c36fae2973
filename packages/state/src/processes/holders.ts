import { hostname } from 'node:os'
import { parseJson } from '@hermes/core/wiring'
import { ownIdentity, type ProcessIdentity, processStateOf } from './process-identity.js'

/** Names processes in the rows of claims. */
export interface Holders {
  /** Returns the name of this process. */
  own(): Promise<string>
  /** Whether a process is known to be dead. */
  isDead(holder: string): Promise<boolean>
  /** Returns a name for users, such as `process 4711 on this machine`. */
  describe(holder: string): string
}

export function createHolders(): Holders {
  let own: Promise<string> | undefined
  return {
    own() {
      own ??= ownIdentity().then((identity) => JSON.stringify(identity))
      return own
    },
    async isDead(holder) {
      const identity = parse(holder)
      return identity === undefined || (await processStateOf(identity)) === 'gone'
    },
    describe(holder) {
      const identity = parse(holder)
      if (!identity) return 'an unknown process'
      return `process ${identity.pid} on ${identity.host === hostname() ? 'this machine' : identity.host}`
    },
  }
}

/** Parses the name of a process. Returns `undefined` for an invalid one, whose claim does not block others. */
function parse(holder: string): ProcessIdentity | undefined {
  try {
    const value: unknown = parseJson(holder)
    return isIdentity(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false
  const { host, place, pid, startTime }: Partial<Record<keyof ProcessIdentity, unknown>> = value
  return (
    typeof host === 'string' && typeof place === 'string' && typeof pid === 'number' && typeof startTime === 'string'
  )
}
