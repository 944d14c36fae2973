import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LaneClaim, LaneClaims } from '@hermes/core/queue'
import { createCleanup, loadOnce } from '@hermes/safety'

export interface MachineClaims extends AsyncDisposable {
  readonly claims: LaneClaims
}

export interface MachineClaimsOptions {
  /** The absolute path of the folder. It is created if it is missing. */
  readonly folder: string
  /** Called once if the folder cannot be used. Claims are then granted without a check. */
  readonly onTrouble: (error: unknown) => void
}

/** Opens claims that all homes of a user on this machine share. No file is opened before the first claim. */
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
