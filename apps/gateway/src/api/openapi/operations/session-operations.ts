import { chatSchema } from '../../sessions/chat.js'
import { newSessionSchema } from '../../sessions/create-session.js'
import { forkSchema, sessionChangesSchema } from '../../sessions/session-routes.js'
import type { ApiRoute } from '../api-route.js'
import { idempotency, limit, sessionKey, user } from '../parameters.js'

export const sessionOperations: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/sessions',
    summary: 'List sessions, newest first',
    tag: 'Sessions',
    query: { ...user, ...limit, archived: '`true`: the archived ones' },
  },
  {
    method: 'post',
    path: '/api/sessions',
    summary: 'Create a session',
    tag: 'Sessions',
    body: newSessionSchema,
    status: 201,
  },
  {
    method: 'get',
    path: '/api/sessions/search',
    summary: 'Find messages',
    tag: 'Sessions',
    query: { q: 'the words', ...user, ...limit },
  },
  { method: 'get', path: '/api/sessions/{id}', summary: 'Get a session', tag: 'Sessions', query: user },
  { method: 'get', path: '/api/sessions/{id}/messages', summary: 'List its messages', tag: 'Sessions', query: user },
  {
    method: 'patch',
    path: '/api/sessions/{id}',
    summary: 'Rename or archive it',
    tag: 'Sessions',
    body: sessionChangesSchema,
    query: user,
  },
  {
    method: 'post',
    path: '/api/sessions/{id}/chat',
    summary: 'Run a turn in it',
    tag: 'Sessions',
    body: chatSchema,
    query: user,
    headers: { ...idempotency, ...sessionKey },
  },
  {
    method: 'post',
    path: '/api/sessions/{id}/chat/stream',
    summary: 'Run a turn in it, and read its events',
    tag: 'Sessions',
    body: chatSchema,
    query: user,
    headers: { ...idempotency, ...sessionKey },
    isStream: true,
  },
  {
    method: 'post',
    path: '/api/sessions/{id}/fork',
    summary: 'Copy it',
    tag: 'Sessions',
    body: forkSchema,
    query: user,
    status: 201,
  },
  {
    method: 'delete',
    path: '/api/sessions/{id}',
    summary: 'Delete it with its messages',
    tag: 'Sessions',
    query: user,
  },
]
