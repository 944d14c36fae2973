import { resolve } from 'node:path'
import { ConfigError } from '@hermes/core'
import { loadRecording, replay } from '@hermes/transports/recording'
import * as z from 'zod'
import type { HomePaths } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { ChosenTransport } from './chosen-transport.js'

/** When `--replay` overrides a configured transport, the other options of that transport are ignored. */
const optionsSchema = z.object({
  use: z.literal('replay'),
  file: z.string().min(1),
  pace: z.enum(['instant', 'recorded']).default('instant'),
})

/** Opens a recording that replaces a provider. It needs neither a key nor the network. */
export async function openReplay(
  section: NonNullable<Config['transport']>,
  { config, paths }: { readonly config: Config; readonly paths: HomePaths },
): Promise<ChosenTransport> {
  const options = optionsSchema.safeParse(section)
  if (!options.success) {
    throw new ConfigError(
      'transport',
      'A replay has the settings `file`, the recording, and `pace`, which is `instant` or `recorded`.',
      { cause: options.error },
    )
  }
  const { file, pace } = options.data
  const recording = await loadRecording(resolve(paths.home, file))
  const [first] = recording
  if (!first) throw new ConfigError('transport.file', `The recording ${file} is empty: record a conversation first.`)
  return {
    // The place, day and surface in a request may differ from the recording, but the conversation may not.
    transport: replay(recording, { pace, ignore: ['model', 'system', 'tools', 'maxOutputTokens', 'reasoning'] }),
    model: { provider: 'replay', id: config.model.default || first.request.model, isOffline: false },
  }
}
