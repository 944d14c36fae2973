import type { MessageResponse, PageResponse, PeerResponse, SessionResponse, WorkspaceResponse } from '@honcho-ai/sdk'
import { type FakeCall, type FakeRoute, type KeptMemory, search } from './fake-service.js'

const created_at = '2026-01-05T00:00:00.000Z'

interface NewMessage {
  readonly peer_id: string
  readonly content: string
  readonly metadata?: unknown
}

/** Honcho's workspaces, peers, sessions and messages. */
export const honchoRoutes: Readonly<Record<string, FakeRoute>> = {
  'POST /v3/workspaces': ({ body }): WorkspaceResponse => ({
    id: String(body.id),
    metadata: {},
    configuration: {},
    created_at,
  }),
  'POST /v3/workspaces/:workspace/peers': ({ path, body }): PeerResponse => ({
    id: String(body.id),
    workspace_id: path.workspace ?? '',
    metadata: {},
    configuration: {},
    created_at,
  }),
  'POST /v3/workspaces/:workspace/sessions': ({ path, body }): SessionResponse => ({
    id: String(body.id),
    workspace_id: path.workspace ?? '',
    is_active: true,
    metadata: {},
    configuration: {},
    created_at,
  }),
  'POST /v3/workspaces/:workspace/sessions/:session/messages/list': ({
    path,
    body,
    kept,
  }): PageResponse<MessageResponse> => {
    const [[label, value] = []] = Object.entries(Object(Object(body.filters).metadata))
    const items = [...kept.values()]
      .filter(({ metadata }) => label === undefined || Object(metadata)[label] === value)
      .map((memory) => toMessage(memory, path))
    return { items, page: 1, size: 1, total: items.length, pages: 1 }
  },
  'POST /v3/workspaces/:workspace/sessions/:session/messages': (call): readonly MessageResponse[] => {
    const messages = call.body.messages as readonly NewMessage[]
    return messages.map(({ peer_id, content, metadata }) => {
      const memory: KeptMemory = { id: `m${call.kept.size}`, owner: peer_id, text: content, metadata }
      call.kept.set(memory.id, memory)
      return toMessage(memory, call.path)
    })
  },
  'POST /v3/workspaces/:workspace/peers/:peer/search': ({ path, body, kept }): readonly MessageResponse[] =>
    search(kept, path.peer, body.query).map((memory) => toMessage(memory, path)),
}

function toMessage({ id, owner, text, metadata }: KeptMemory, path: FakeCall['path']): MessageResponse {
  return {
    id,
    content: text,
    peer_id: owner,
    session_id: path.session ?? 's',
    workspace_id: path.workspace ?? '',
    metadata: Object(metadata),
    created_at,
    token_count: 1,
  }
}
