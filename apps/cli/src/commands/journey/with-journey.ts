import { type Journey, openJourney, openStore } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { tell } from '../../io.js'
import { openUsableHome } from '../../setup/open-home.js'

/** Runs an operation on what the agent has learned in the home, then closes the store. */
export async function withJourney<Result>(
  context: CommandContext,
  use: (journey: Journey) => Promise<Result>,
): Promise<Result> {
  const { config, paths, variables } = await openUsableHome(context)
  const onTrouble = (sentence: string) => void tell(context.io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  const { person } = context.values
  return await use(await openJourney({ settings: config.memory, paths, store, person }))
}
