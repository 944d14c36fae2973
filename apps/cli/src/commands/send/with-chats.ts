import { ConfigError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import { type Config, type HomePaths, openStore } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { tell } from '../../io.js'
import { openUsableHome } from '../../setup/open-home.js'

export interface ChatsInUse {
  readonly paths: HomePaths
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly platforms: Config['platforms']
}

/** Runs an operation on the chats of the home, then closes its store. */
export async function withChats<Result>(
  { io, values: { profile } }: CommandContext,
  use: (chats: ChatsInUse) => Promise<Result>,
): Promise<Result> {
  const { config, paths, variables } = await openUsableHome({
    io,
    values: { ...(profile !== undefined && { profile }) },
  })
  const onTrouble = (sentence: string) => void tell(io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  const { queue, values } = store
  if (!queue || !values) throw new ConfigError('store', 'Chat networks need a store with a work queue.')
  return await use({ paths, queue, values, platforms: config.platforms })
}
