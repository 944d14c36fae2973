import type { SessionStore } from '@hermes/core'
import { ensureHome, openStore } from '@hermes/runtime'
import type { CommandContext } from '../commands/command-handler.js'
import { findHome } from './open-home.js'

/** Runs something on the sessions of the home, and closes their store. Needs no valid settings. */
export async function withStore<Result>(
  context: CommandContext,
  use: (store: SessionStore) => Promise<Result>,
): Promise<Result> {
  const paths = findHome(context)
  await ensureHome(paths)
  await using store = await openStore(paths)
  return await use(store)
}
