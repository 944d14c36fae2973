import { hostname } from 'node:os'
import { ownIdentity, type ProcessIdentity, standingOf } from './process-identity.js'

/** Processes as the rows of claims name them. */
export interface Holders {
  /** This one. */
  own(): Promise<string>
  /** Whether one is known to have died. */
  isDead(holder: string): Promise<boolean>
  /** For people: `process 4711 on this machine`. */
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
      return identity === undefined || (await standingOf(identity)) === 'gone'
    },
    describe(holder) {
      const identity = parse(holder)
      if (!identity) return 'an unknown process'
      return `process ${identity.pid} on ${identity.host === hostname() ? 'this machine' : identity.host}`
    },
  }
}

/** `undefined` for what is no holder: it does not keep others out. */
function parse(holder: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(holder)
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
