import type { MemoryProvider } from '@hermes/core/extension'
import { type AttachedProvider, attachProvider } from '@hermes/memory'
import { createCleanup } from '@hermes/safety'
import type { ExtensionReference } from '../../extensions/load-extension.js'
import type { Host } from '../../host.js'
import { toMs } from '../../schema/to-ms.js'
import { createServerProcesses, type ServerProcesses } from '../../services/server-processes.js'
import type { MemorySettings } from './memory-settings.js'
import { personOf } from './person-of.js'
import { providerReference } from './provider-reference.js'

export interface OpenProvider extends AttachedProvider {
  readonly provider: MemoryProvider
}

/**
 * Opens the configured long-term memory; `undefined` if there is none.
 * @throws {ConfigError} when it is missing, or rejects its options.
 */
export async function openProvider(host: Host<MemorySettings>): Promise<OpenProvider | undefined> {
  const { settings, surface, store, logger, packages, variables } = host
  const { provider: name, prefetch_timeout: seconds } = settings.memory
  if (name === '') return undefined
  const reference = providerReference(settings.memory, host.folders.home, variables)
  await using opening = createCleanup()
  const { workingDirectory } = host.environment
  const processes = opening.use(createServerProcesses({ workingDirectory, variables, logger, packages }))
  const provider = reference ? await openExtension(host, reference, processes) : await openLocal(host)
  const attached = opening.use(
    attachProvider({
      provider,
      store,
      budgetMs: toMs(seconds),
      processesQueue: surface.keepsRunning === true || surface.servesStrangers === true,
      personOf: (sessionId, speaker) => personOf(store, sessionId, speaker),
      redact: host.redact,
      spill: async (text, sessionId) =>
        (await host.spill.keep(host.redact(text), { conversation: sessionId, callId: 'memory' }))?.path,
      logger,
      now: host.now,
    }),
  )
  return { ...attached, provider, [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose] }
}

async function openLocal({ store, embedder, now }: Host<MemorySettings>): Promise<MemoryProvider> {
  const { createLocalMemory } = await import('@hermes/memory/local')
  return createLocalMemory({ store, embedder, now })
}

async function openExtension(
  host: Host<MemorySettings>,
  reference: ExtensionReference<'memory-provider'>,
  processes: ServerProcesses,
): Promise<MemoryProvider> {
  const { loadExtension } = await import('../../extensions/load-extension.js')
  const { runPrograms } = await import('../../services/run-programs.js')
  const { fetch, logger, store, now, folders, embedder } = host
  const model = () => host.auxiliary('background_review')
  return loadExtension({
    ...reference,
    services: {
      fetch,
      logger,
      store,
      now,
      home: folders.home,
      redact: host.redact,
      model,
      embedder,
      run: runPrograms(processes),
    },
  })
}
