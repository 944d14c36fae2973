import { type FakeRoute, search } from './fake-service.js'

/** OpenViking's sessions and search, without extraction: a commit makes one memory of what the person said. */
export const openvikingRoutes: Readonly<Record<string, FakeRoute>> = {
  'GET /api/v1/sessions/:session': ({ path, headers, kept }) => {
    const turn = kept.get(keyOf(headers, path))
    return turn && ok({ session_id: path.session, total_message_count: 2, commit_count: isCommitted(turn) ? 1 : 0 })
  },
  'POST /api/v1/sessions/:session/messages/batch': ({ path, headers, body, kept }) => {
    const messages = body.messages as readonly { readonly content: string }[]
    const key = keyOf(headers, path)
    kept.set(key, { id: key, owner: `pending ${userOf(headers)}`, text: messages[0]?.content ?? '' })
    return ok({ session_id: path.session, message_count: messages.length, added: messages.length })
  },
  'POST /api/v1/sessions/:session/commit': ({ path, headers, kept }) => {
    const key = keyOf(headers, path)
    const turn = kept.get(key)
    if (turn) kept.set(isCommitted(turn) ? `${key} again` : key, { ...turn, owner: userOf(headers) })
    return turn && ok({ session_id: path.session, status: 'accepted', archived: true })
  },
  'POST /api/v1/search/find': ({ headers, body, kept }) => {
    const memories = search(kept, userOf(headers), body.query).map(({ id, text }) => ({
      context_type: 'memory',
      uri: `viking://user/${userOf(headers)}/memories/preferences/${id}.md`,
      level: 2,
      score: 0.7,
      abstract: text,
    }))
    return ok({ memories, resources: [], skills: [], total: memories.length })
  },
}

type Headers = Parameters<FakeRoute>[0]['headers']

function ok(result: object) {
  return { status: 'ok', result, error: null }
}

function userOf(headers: Headers): string {
  return `${headers['x-openviking-account']}/${headers['x-openviking-user']}`
}

function keyOf(headers: Headers, { session }: Readonly<Record<string, string>>): string {
  return `${userOf(headers)}/${session}`
}

function isCommitted({ owner }: { readonly owner: string }): boolean {
  return !owner.startsWith('pending ')
}
