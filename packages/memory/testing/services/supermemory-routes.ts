import type { DocumentAddParams, DocumentAddResponse } from 'supermemory/resources/documents'
import type { SearchMemoriesParams, SearchMemoriesResponse } from 'supermemory/resources/search'
import { type FakeRoute, search } from './fake-service.js'

/** Supermemory's documents and search, without extraction: each document is one memory. */
export const supermemoryRoutes: Readonly<Record<string, FakeRoute>> = {
  'POST /v3/documents': ({ body, kept }): DocumentAddResponse => {
    const { content, containerTag = '', customId, metadata } = body as unknown as DocumentAddParams
    const id = customId ?? `${kept.size}`
    kept.set(`${containerTag}/${id}`, { id, owner: containerTag, text: content, metadata })
    return { id, status: 'queued' }
  },
  'POST /v4/search': ({ body, kept }): SearchMemoriesResponse => {
    const { q, containerTag, limit } = body as unknown as SearchMemoriesParams
    const results = search(kept, containerTag, q)
      .slice(0, limit)
      .map(({ id, text, metadata }) => ({
        id,
        memory: text,
        metadata: metadata as Record<string, unknown>,
        similarity: 0.9,
        updatedAt: '2026-01-05T00:00:00.000Z',
      }))
    return { results, timing: 1, total: results.length }
  },
}
