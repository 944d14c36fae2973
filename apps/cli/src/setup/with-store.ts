import type { SessionStore } from '@hermes/core'
import { openStore, prepareHome, readStoreSettings } from '@hermes/runtime'
import type { CommandContext } from '../arguments/command-spec.js'
import { tell } from '../io.js'
import { findHome } from './open-home.js'

/** Runs an operation on the sessions of the home and closes their store. Only needs the database settings. */
export async function withStore<Result>(
  context: CommandContext,
  use: (store: SessionStore) => Promise<Result>,
): Promise<Result> {
  const paths = findHome(context)
  await prepareHome(paths)
  const settings = await readStoreSettings({ paths, variables: context.io.env })
  const onTrouble = (sentence: string) => void tell(context.io, sentence)
  await using store = await openStore(paths, { ...settings, onTrouble })
  return await use(store)
}
