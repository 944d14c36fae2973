import type { ContentOrigin } from '@hermes/core'
import type { MemoryOwner, MemoryProvider, MemoryProviderServices, Recollection } from '@hermes/core/extension'
import { parseOrigins } from '@hermes/core/origins'
import { isRecord } from '@hermes/core/wiring'
import { personFolder } from '../files/person-folder.js'
import { type FoundMemory, type MemoryService, originsLabel, turnLabel } from './memory-service.js'
import { createOwnerOrigins } from './owner-origins.js'
import { tryJson } from './try-json.js'

export interface ServiceMemoryOptions {
  /** Maximum number of memories recalled for a turn. */
  readonly maxRecalled: number
  readonly services: Pick<MemoryProviderServices, 'store'>
}

/** Maximum length of a query and a message sent to services. Their limits differ; longer text is material. */
const maxQueryChars = 1_000
const maxMessageChars = 20_000

/** Creates a provider that stores its memories in a service. Each person has a separate owner id there. */
export function createServiceMemory(service: MemoryService, options: ServiceMemoryOptions): MemoryProvider {
  const { maxRecalled, services } = options
  const ownerOrigins = createOwnerOrigins(services.store.values, service.id)

  function toRecollections(found: readonly FoundMemory[], unlabelled: readonly ContentOrigin[]) {
    const byText = new Map<string, Recollection>()
    for (const { text, labels } of found) {
      const key = text.trim()
      if (key !== '' && !byText.has(key)) byText.set(key, { text: key, origins: originsIn(labels) ?? unlabelled })
    }
    return [...byText.values()].slice(0, maxRecalled)
  }

  return {
    id: service.id,
    async prefetch(request, { signal }) {
      signal.throwIfAborted()
      const owner = ownerId(request)
      const text = request.text.slice(0, maxQueryChars)
      const found = await service.find({ owner, text, limit: maxRecalled }, { signal })
      return found.length === 0 ? [] : toRecollections(found, await ownerOrigins.of(owner))
    },
    async sync(turn, { signal }) {
      signal.throwIfAborted()
      const owner = ownerId(turn)
      const id = personFolder(turn.id)
      // Before the service can return any of it.
      await ownerOrigins.add(owner, turn.origins)
      await service.keep(
        {
          id,
          owner,
          session: personFolder(turn.sessionId),
          at: new Date(turn.atMs),
          user: turn.user.slice(0, maxMessageChars),
          assistant: turn.assistant.slice(0, maxMessageChars),
          labels: { [turnLabel]: id, [originsLabel]: JSON.stringify(turn.origins) },
        },
        { signal },
      )
    },
    // Removed entries stay, because services keep what was said.
    async afterMemoryWrite({ id: change, atMs, sessionId, added, ...about }, { signal }) {
      signal.throwIfAborted()
      for (const [index, entry] of added.entries()) {
        const id = personFolder(`${change}-${index}`)
        await service.keep(
          {
            id,
            owner: ownerId(about),
            session: personFolder(sessionId ?? 'memory-files'),
            at: new Date(atMs),
            user: entry.slice(0, maxMessageChars),
            // A person has approved text that came from others.
            labels: { [turnLabel]: id, [originsLabel]: JSON.stringify([]) },
          },
          { signal },
        )
      }
    },
  }
}

/** Returns the owner id. Ids of people end in a hash, so none of them is `owner`. */
function ownerId({ person }: Pick<MemoryOwner, 'person'>): string {
  return person === undefined ? 'owner' : personFolder(person)
}

/** Returns `undefined` if the labels do not say. */
function originsIn(labels: unknown): readonly ContentOrigin[] | undefined {
  const written = isRecord(labels) ? labels[originsLabel] : undefined
  const found = typeof written === 'string' ? tryJson(written) : undefined
  return Array.isArray(found) ? parseOrigins(found) : undefined
}
