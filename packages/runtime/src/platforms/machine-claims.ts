import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
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
      const { createSqliteClaims } = await import('@hermes/state')
      return closing.use(await createSqliteClaims({ path: join(folder, 'claims.db') }))
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
