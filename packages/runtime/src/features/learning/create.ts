import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { personOf } from '../memory/person-of.js'
import { journeyCommand } from './journey-command.js'
import { learnCommand } from './learn-command.js'
import { openJourney } from './load.js'

/** Creates the commands about what the agent learns. */
export const createLearning: CreateFeature<Config['memory']> = async ({ settings, paths, store, scan }) => {
  const journey = journeyCommand(async ({ sessionId, person: speaker }) => {
    const person = await personOf(store, sessionId, speaker?.id)
    return openJourney({ settings, paths, store, scan, person })
  })
  return { name: 'learning', commands: [learnCommand, journey] }
}
