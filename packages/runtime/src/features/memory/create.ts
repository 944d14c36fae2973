import { type MemoryTarget, type MemoryWrites, memorySections, memoryTool } from '@hermes/memory'
import type { CreateFeature } from '../../host.js'
import { memoryCommand } from './memory-command.js'
import type { MemorySettings } from './memory-settings.js'
import { openMemory } from './open-memory.js'
import { openProvider } from './open-provider.js'
import { openReviews } from './open-reviews.js'
import { personOf } from './person-of.js'
import { type ShowLearned, showLearned } from './show-learned.js'

export const createMemory: CreateFeature<MemorySettings> = async (host) => {
  const { settings, paths, store, logger, scan, redactor } = host
  const redact = redactor ? (text: string) => redactor.redact(text) : undefined
  const provider = await openProvider(host)
  const { files, writes } = openMemory({
    settings: settings.memory,
    paths,
    store,
    scan,
    onWritten: provider?.memoryWritten,
    ...(redact && { redact }),
  })
  const { memory_enabled: hasNotes, user_profile_enabled: hasProfile } = settings.memory
  const targets: readonly MemoryTarget[] = [
    ...(hasNotes ? (['memory'] as const) : []),
    ...(hasProfile ? (['user'] as const) : []),
  ]
  const show = showLearned(host)
  const tool = memoryTool({
    writes: reportingPendingWrites(writes, show),
    targets,
    personOf: ({ sessionId, run }) => personOf(store, sessionId, run?.userId),
    ...(redact && { redact }),
  })
  const command = memoryCommand({
    files,
    writes,
    personOf: ({ sessionId, person }) => personOf(store, sessionId, person?.id),
  })
  const reviews = openReviews(host, { files, writes, tool, targets }, show)
  return {
    name: 'memory',
    isForConversations: true,
    tools: [tool, ...(provider?.provider.tools ?? [])],
    commands: [command],
    promptSections: [
      ...memorySections({ files, hasNotes, hasProfile, logger }),
      { id: 'memory-provider', content: provider?.provider.instructions ?? '' },
    ],
    hooks: {
      ...provider?.hooks,
      post_llm_call: inTurn(reviews?.hooks.post_llm_call, provider?.hooks.post_llm_call),
      pre_compress: inTurn(reviews?.hooks.pre_compress, provider?.hooks.pre_compress),
      on_session_end: inTurn(reviews?.hooks.on_session_end, provider?.hooks.on_session_end),
    },
    async [Symbol.asyncDispose]() {
      await reviews?.[Symbol.asyncDispose]()
      await provider?.[Symbol.asyncDispose]()
    },
  }
}

/** Reports pending changes, because the answer of the model need not mention that a change waits. */
function reportingPendingWrites(writes: MemoryWrites, show: ShowLearned): MemoryWrites {
  return {
    ...writes,
    async write(change) {
      const outcome = await writes.write(change)
      if (outcome.status === 'pending') show([{ target: change.target, outcome }], change.person)
      return outcome
    },
  }
}

function inTurn<Event>(
  ...hooks: readonly (((event: Event) => Promise<void> | void) | undefined)[]
): (event: Event) => Promise<void> {
  return async (event) => {
    for (const hook of hooks) await hook?.(event)
  }
}
