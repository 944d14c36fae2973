import type { SessionStore } from '@hermes/core'
import { openStore, openStoreToRead, prepareHome, readStoreSettings, readUsable } from '@hermes/runtime'
import type { CommandContext } from '../arguments/command-spec.js'
import { tell } from '../io.js'
import { findHome } from './open-home.js'

type UseStore<Result> = (store: SessionStore) => Promise<Result>

/** Runs an operation on the sessions of the home, then closes their store. Only needs the database settings. */
export function withStore<Result>(context: CommandContext, use: UseStore<Result>): Promise<Result> {
  return withOpened(openStore, context, use)
}

/** Like {@link withStore}, for an operation that only reads, which also works on a full disk. */
export function withStoreToRead<Result>(context: CommandContext, use: UseStore<Result>): Promise<Result> {
  return withOpened(openStoreToRead, context, use)
}

async function withOpened<Result>(
  open: typeof openStore,
  context: CommandContext,
  use: UseStore<Result>,
): Promise<Result> {
  const paths = findHome(context)
  await prepareHome(paths)
  const { result: settings, copy } = await readUsable({ paths, variables: context.io.env }, readStoreSettings)
  if (copy) await tell(context.io, copy.warning)
  const onTrouble = (sentence: string) => void tell(context.io, sentence)
  await using store = await open(paths, { ...settings, variables: context.io.env, onTrouble })
  return await use(store)
}
