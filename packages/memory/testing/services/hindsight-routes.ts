import type { RecallRequest, RecallResponse, RetainRequest, RetainResponse } from '@vectorize-io/hindsight-client'
import { type FakeRoute, search } from './fake-service.js'

/** Hindsight's retain and recall, without extraction: each document is one fact. */
export const hindsightRoutes: Readonly<Record<string, FakeRoute>> = {
  'POST /v1/default/banks/:bank/memories': ({ path: { bank = '' }, body, kept }): RetainResponse => {
    const items = (body as RetainRequest).items
    for (const { content, document_id, metadata } of items) {
      const id = document_id ?? `${kept.size}`
      kept.set(`${bank}/${id}`, { id, owner: bank, text: content, metadata })
    }
    return { success: true, bank_id: bank, items_count: items.length, async: body.async === true }
  },
  'POST /v1/default/banks/:bank/memories/recall': ({ path: { bank }, body, kept }): RecallResponse => ({
    results: search(kept, bank, (body as RecallRequest).query).map(({ id, text, metadata }) => ({
      id,
      text,
      document_id: id,
      metadata: metadata as Record<string, string>,
    })),
  }),
}
