import { type LoadedConfig, type OpenMemory, openMemory, openStore } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { tell } from '../../io.js'
import { openUsableHome } from '../../setup/open-home.js'

/** Memory and settings for a command that works on the memory. */
export interface MemoryInUse extends OpenMemory {
  readonly config: LoadedConfig['config']
  /** Person whose memory is used. Absent for the owner. */
  readonly person?: string
}

/** Runs an operation on the memory of the home, then closes the store that locks it. */
export async function withMemory<Result>(
  context: CommandContext,
  use: (memory: MemoryInUse) => Promise<Result>,
): Promise<Result> {
  const { config, paths, variables } = await openUsableHome(context)
  const { person } = context.values
  const onTrouble = (sentence: string) => void tell(context.io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  const memory = await openMemory({ settings: config.memory, paths, store })
  return await use({ ...memory, config, ...(person !== undefined && { person }) })
}
