import { type FakeRoute, type KeptMemory, search } from './fake-service.js'

type Filters = { readonly AND?: readonly { readonly user_id?: string; readonly metadata?: Record<string, unknown> }[] }

/** Mem0's platform, without extraction: what the person says is one memory. Additions are never deduplicated. */
export const mem0Routes: Readonly<Record<string, FakeRoute>> = {
  'POST /v3/memories/add/': ({ body, kept }) => {
    const [first] = body.messages as readonly { readonly content: string }[]
    const id = `m${kept.size}`
    kept.set(id, { id, owner: String(body.user_id), text: first?.content ?? '', metadata: body.metadata })
    return { status: 'PENDING', event_id: id, message: 'Memory processing has been queued' }
  },
  'POST /v3/memories/': ({ body, kept }) => {
    const { user, metadata = {} } = wanted(body.filters)
    const results = [...kept.values()].filter(
      ({ owner, metadata: own }) =>
        owner === user && Object.entries(metadata).every(([key, value]) => Object(own)[key] === value),
    )
    return { count: results.length, next: null, previous: null, results: results.map(toMemory) }
  },
  'POST /v3/memories/search/': ({ body, kept }) => ({
    results: search(kept, wanted(body.filters).user, body.query).map(toMemory),
  }),
}

function wanted(filters: unknown) {
  const { AND = [] } = Object(filters) as Filters
  return {
    user: AND.find(({ user_id }) => user_id !== undefined)?.user_id,
    metadata: AND.find(({ metadata }) => metadata !== undefined)?.metadata,
  }
}

function toMemory({ id, owner, text, metadata }: KeptMemory) {
  return { id, memory: text, user_id: owner, metadata, score: 0.9 }
}
