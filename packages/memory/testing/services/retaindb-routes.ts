import { type FakeRoute, search } from './fake-service.js'

/** RetainDB's sessions and search, without extraction: what the person says is one memory. It returns no labels. */
export const retaindbRoutes: Readonly<Record<string, FakeRoute>> = {
  'POST /v1/memory/ingest/session': ({ body, kept }) => {
    const [first] = body.messages as readonly { readonly content: string }[]
    const id = String(body.session_id)
    kept.set(id, { id, owner: String(body.user_id), text: first?.content ?? '' })
    return { success: true, memories_created: 1 }
  },
  'POST /v1/memory/search': ({ body, kept }) => {
    const results = search(kept, body.user_id, body.query).map(({ id, text }) => ({
      memory: { id, content: text, type: 'factual' },
      similarity: 0.9,
    }))
    return { results, count: results.length }
  },
}
