import type { SessionStore } from '@hermes/core'
import { openStore, prepareHome, readStoreSettings, readUsable } from '@hermes/runtime'
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
  const { result: settings, copy } = await readUsable({ paths, variables: context.io.env }, readStoreSettings)
  if (copy) await tell(context.io, copy.warning)
  const onTrouble = (sentence: string) => void tell(context.io, sentence)
  await using store = await openStore(paths, { ...settings, variables: context.io.env, onTrouble })
  return await use(store)
}
