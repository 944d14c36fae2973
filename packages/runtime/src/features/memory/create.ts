import { type MemoryTarget, memorySections, memoryTool } from '@hermes/memory'
import type { CreateFeature } from '../../host.js'
import { memoryCommand } from './memory-command.js'
import type { MemorySettings } from './memory-settings.js'
import { openMemory } from './open-memory.js'
import { openReviews } from './open-reviews.js'
import { personOf } from './person-of.js'

export const createMemory: CreateFeature<MemorySettings> = async (host) => {
  const { settings, paths, store, logger } = host
  const { files, writes } = openMemory({ settings: settings.memory, paths, store })
  const { memory_enabled: hasNotes, user_profile_enabled: hasProfile } = settings.memory
  const targets: readonly MemoryTarget[] = [
    ...(hasNotes ? (['memory'] as const) : []),
    ...(hasProfile ? (['user'] as const) : []),
  ]
  const tool = memoryTool({
    writes,
    targets,
    personOf: ({ sessionId, run }) => personOf(store, sessionId, run?.userId),
  })
  const command = memoryCommand({
    files,
    writes,
    personOf: ({ sessionId, person }) => personOf(store, sessionId, person?.id),
  })
  const reviews = openReviews(host, { files, writes, tool, targets })
  return {
    name: 'memory',
    isForConversations: true,
    tools: [tool],
    commands: [command],
    promptSections: memorySections({ files, hasNotes, hasProfile, logger }),
    ...(reviews && {
      hooks: reviews.hooks,
      [Symbol.asyncDispose]: () => reviews[Symbol.asyncDispose](),
    }),
  }
}
