import { resolve } from 'node:path'
import type { EphemeralContext } from '@hermes/core'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import { expandTilde, type HomePaths, userFolder } from '../home/home-paths.js'

/**
 * Returns what the settings add to each request. No session stores it, so a change also applies to conversations in progress.
 * @throws {ConfigError} when the file of example messages cannot be used.
 */
export async function ephemeralOf(
  { config: { agent }, variables }: Pick<ConfigSnapshot, 'config' | 'variables'>,
  { home }: Pick<HomePaths, 'home'>,
): Promise<EphemeralContext> {
  const { system_prompt: system, prefill_messages_file: file } = agent
  if (!file) return system ? { system } : {}
  const { readPrefill } = await import('./read-prefill.js')
  const prefill = await readPrefill(resolve(home, expandTilde(file, userFolder(variables))))
  return { prefill, ...(system && { system }) }
}
