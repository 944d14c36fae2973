import { join } from 'node:path'
import { createFilePoolState, type PoolState } from '@hermes/transports/wrap'
import type { HomePaths } from '../home/home-paths.js'

/**
 * Which keys of a home rest, and until when: by fingerprint.
 *
 * A file beside the keys, and no values of the session store: the commands that look after keys open no store, and neither
 * does choosing a transport, which comes before. Gateways that share a store but no home each find out by one refused
 * request, which a store that is read once, as this is, would not spare those that run.
 */
export function cooldownState(paths: Pick<HomePaths, 'home'>): PoolState {
  return createFilePoolState(join(paths.home, 'auth-cooldowns.json'))
}
