import { join } from 'node:path'
import { createFilePoolState, type PoolState } from '@hermes/transports/wrap'
import type { HomePaths } from '../home-paths.js'

/** Which keys of a home rest, and until when: by fingerprint. */
export function cooldownState(paths: Pick<HomePaths, 'home'>): PoolState {
  return createFilePoolState(join(paths.home, 'auth-cooldowns.json'))
}
