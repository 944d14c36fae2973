import { join } from 'node:path'
import { createFilePoolState, type PoolState } from '@hermes/transports/wrap'
import type { HomePaths } from '../home/home-paths.js'

/**
 * Opens the cooldowns of a home's keys, by fingerprint.
 *
 * They are kept in a file next to the keys and not in the session store: the commands for keys open no store, and the transport is chosen
 * before the store is opened. Gateways that share a store but not a home each discover a limited key with one rejected request. The store
 * would not prevent that for running gateways, because it is read only once.
 */
export function cooldownState(paths: Pick<HomePaths, 'home'>): PoolState {
  return createFilePoolState(join(paths.home, 'auth-cooldowns.json'))
}
