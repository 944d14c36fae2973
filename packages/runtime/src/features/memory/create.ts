import { type MemoryTarget, memorySections, memoryTool } from '@hermes/memory'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { memoryCommand } from './memory-command.js'
import { openMemory } from './open-memory.js'
import { personOf } from './person-of.js'

export const createMemory: CreateFeature<Config['memory']> = async ({ settings, paths, store, logger }) => {
  const { files, writes } = openMemory({ settings, paths, store })
  const { memory_enabled: hasNotes, user_profile_enabled: hasProfile } = settings
  const targets: readonly MemoryTarget[] = [
    ...(hasNotes ? (['memory'] as const) : []),
    ...(hasProfile ? (['user'] as const) : []),
  ]
  return {
    name: 'memory',
    isForConversations: true,
    tools: [memoryTool({ writes, targets, personOf: ({ sessionId, run }) => personOf(store, sessionId, run?.userId) })],
    commands: [
      memoryCommand({ files, writes, personOf: ({ sessionId, person }) => personOf(store, sessionId, person?.id) }),
    ],
    promptSections: memorySections({ files, hasNotes, hasProfile, logger }),
  }
}
