import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@hermes/core'
import type { LaneClaim, LaneClaims } from '@hermes/core/queue'
import { createCleanup, loadOnce } from '@hermes/safety'

export interface MachineClaims extends AsyncDisposable {
  readonly claims: LaneClaims
}

export interface MachineClaimsOptions {
  /** Absolute; created if it is missing. */
  readonly folder: string
  /** Called once if the folder cannot be used: claims are then granted without a check. */
  readonly onTrouble: (error: unknown) => void
}

/** Claims that all homes of a user on this machine share. Nothing is opened before the first one. */
export function openMachineClaims({ folder, onTrouble }: MachineClaimsOptions): MachineClaims {
  const closing = createCleanup()
  const open = loadOnce(async () => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { createSqliteStore } = await import('@hermes/state')
      const { claims } = closing.use(await createSqliteStore({ path: join(folder, 'claims.db') }))
      if (claims) return claims
      throw new StoreError('unavailable', 'The store of the machine has no claims.')
    } catch (error) {
      onTrouble(error)
      return undefined
    }
  })
  return {
    claims: { acquire: async (lane, options) => (await open())?.acquire(lane, options) ?? unchecked(lane) },
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  }
}

function unchecked(lane: string): LaneClaim {
  return { lane, fence: 0, signal: new AbortController().signal, [Symbol.asyncDispose]: async () => undefined }
}
