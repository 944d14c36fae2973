import type * as z from 'zod'
import { chatRequestSchema } from '../completions/chat-request.js'
import { jobChangesSchema, newJobSchema } from '../jobs/job-request.js'
import { answerRequestSchema } from '../questions/question-routes.js'
import { responseRequestSchema } from '../responses/response-request.js'
import { approvalSchema, newRunSchema, steerSchema } from '../runs/run-routes.js'
import { chatSchema } from '../sessions/chat.js'
import { newSessionSchema } from '../sessions/create-session.js'
import { forkSchema, sessionChangesSchema } from '../sessions/session-routes.js'

/** One route as the document of the API describes it. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** With parameters as `{id}`. */
  readonly path: string
  readonly summary: string
  readonly tag:
    | 'Health'
    | 'Catalog'
    | 'Chat completions'
    | 'Responses'
    | 'Runs'
    | 'Sessions'
    | 'Questions'
    | 'Jobs'
    | 'Usage'
    | 'Platforms'
    | 'Webhooks'
  readonly body?: z.ZodType
  readonly query?: Readonly<Record<string, string>>
  /** Headers that the route reads. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default 200. */
  readonly status?: number
  /** The answer may be a stream of server-sent events. */
  readonly isStream?: boolean
  /** The answer is a text. Default: JSON. */
  readonly isText?: boolean
  /** A request that is repeated with its `Idempotency-Key` is answered with status 200. */
  readonly isRepeatable?: boolean
  /** Needs no key. */
  readonly isOpen?: boolean
}

const user = { user: 'only what was created for this user of the client' }
const limit = { limit: 'the number of entries, 1 to 500 (default 50)' }
const idempotency = {
  'Idempotency-Key': '1 to 255 visible ASCII characters: the same request with the same key runs once',
}

const sessionKey = {
  'X-Hermes-Session-Key':
    'the person or channel that the client speaks for, if the request has no `user`; 1 to 256 characters',
}
const session = {
  ...sessionKey,
  'X-Hermes-Session-Id':
    'the session, if the request names no other place; without it, each request is a session of its own',
}

/** All routes, in the order of the document. */
export const apiRoutes: readonly ApiRoute[] = [
  { method: 'get', path: '/health', summary: 'Whether the process answers', tag: 'Health', isOpen: true },
  { method: 'get', path: '/v1/health', summary: 'Whether the process answers', tag: 'Health', isOpen: true },
  { method: 'get', path: '/livez', summary: 'Whether the process answers', tag: 'Health', isOpen: true },
  { method: 'get', path: '/readyz', summary: 'Whether turns can run', tag: 'Health', isOpen: true },
  { method: 'get', path: '/health/detailed', summary: 'What the gateway is doing', tag: 'Health' },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Its figures, in the text format of Prometheus',
    tag: 'Health',
    isText: true,
  },
  { method: 'get', path: '/openapi.json', summary: 'This document', tag: 'Catalog' },
  { method: 'get', path: '/v1/models', summary: 'The names that requests may give as model', tag: 'Catalog' },
  { method: 'get', path: '/v1/models/{id}', summary: 'One model', tag: 'Catalog' },
  { method: 'get', path: '/v1/capabilities', summary: 'What this server can do', tag: 'Catalog' },
  { method: 'get', path: '/v1/toolsets', summary: 'The tools of the agent', tag: 'Catalog' },
  { method: 'get', path: '/v1/skills', summary: 'The skills of the agent', tag: 'Catalog' },
  { method: 'get', path: '/api/model/options', summary: 'The models that can be chosen', tag: 'Catalog' },
  {
    method: 'post',
    path: '/v1/chat/completions',
    summary: 'Run a turn',
    tag: 'Chat completions',
    body: chatRequestSchema,
    isStream: true,
    headers: {
      ...idempotency,
      ...session,
      'X-Hermes-Commands': '`true`: a message that starts with / is a command',
    },
  },
  {
    method: 'post',
    path: '/v1/responses',
    summary: 'Run a turn, and keep its answer',
    tag: 'Responses',
    body: responseRequestSchema,
    isStream: true,
    headers: { ...idempotency, ...session },
  },
  {
    method: 'get',
    path: '/v1/responses/{id}',
    summary: 'Get a response',
    tag: 'Responses',
    isStream: true,
    query: { ...user, stream: '`true`: as events, once it has ended' },
  },
  { method: 'delete', path: '/v1/responses/{id}', summary: 'Delete a response', tag: 'Responses', query: user },
  { method: 'post', path: '/v1/responses/{id}/cancel', summary: 'Stop its turn', tag: 'Responses', query: user },
  {
    method: 'post',
    path: '/v1/runs',
    summary: 'Start a turn that does not depend on its client',
    tag: 'Runs',
    body: newRunSchema,
    status: 202,
    isRepeatable: true,
    headers: { ...idempotency, ...session },
  },
  { method: 'get', path: '/v1/runs/{id}', summary: 'Get a run', tag: 'Runs', query: user },
  {
    method: 'get',
    path: '/v1/runs/{id}/events',
    summary: 'Read its events',
    tag: 'Runs',
    isStream: true,
    query: { ...user, answers: '`true`: the reader answers questions of the agent' },
    headers: { 'Last-Event-ID': 'the last event that the client has' },
  },
  {
    method: 'post',
    path: '/v1/runs/{id}/stop',
    summary: 'Stop it, or take it out of the queue',
    tag: 'Runs',
    query: user,
  },
  {
    method: 'post',
    path: '/v1/runs/{id}/steer',
    summary: 'Tell the model something',
    tag: 'Runs',
    body: steerSchema,
    query: user,
  },
  {
    method: 'post',
    path: '/v1/runs/{id}/approval',
    summary: 'Answer the question that it waits for',
    tag: 'Runs',
    body: approvalSchema,
    query: user,
  },
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
  { method: 'get', path: '/api/questions', summary: 'List open questions', tag: 'Questions', query: user },
  {
    method: 'post',
    path: '/api/questions/{id}',
    summary: 'Answer a question',
    tag: 'Questions',
    body: answerRequestSchema,
    query: user,
  },
  { method: 'get', path: '/api/usage', summary: 'What named keys have spent today', tag: 'Usage' },
  { method: 'get', path: '/api/jobs', summary: 'List the scheduled jobs', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs', summary: 'Add a job', tag: 'Jobs', body: newJobSchema, status: 201 },
  { method: 'get', path: '/api/jobs/{id}', summary: 'Get a job', tag: 'Jobs' },
  { method: 'get', path: '/api/jobs/{id}/runs', summary: 'List its runs, newest first', tag: 'Jobs' },
  { method: 'patch', path: '/api/jobs/{id}', summary: 'Change it', tag: 'Jobs', body: jobChangesSchema },
  { method: 'delete', path: '/api/jobs/{id}', summary: 'Delete it with its runs', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs/{id}/pause', summary: 'Pause it', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs/{id}/resume', summary: 'Continue with the next due time', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs/{id}/run', summary: 'Run it now', tag: 'Jobs', status: 202 },
  {
    method: 'post',
    path: '/webhooks/{route}',
    summary: 'Take an event of another service, which signs it',
    tag: 'Webhooks',
    status: 202,
    isOpen: true,
  },
  {
    method: 'post',
    path: '/platforms/{name}',
    summary: 'Take an event of a chat network, which the network signs',
    tag: 'Platforms',
    isOpen: true,
  },
]
