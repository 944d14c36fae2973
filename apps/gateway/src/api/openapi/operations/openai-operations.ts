import { chatRequestSchema } from '../../completions/chat-request.js'
import { responseRequestSchema } from '../../responses/response-request.js'
import type { ApiRoute } from '../api-route.js'
import { idempotency, page, session, user } from '../parameters.js'

export const openaiOperations: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/v1/chat/completions',
    summary: 'Run a turn',
    tag: 'Chat completions',
    body: chatRequestSchema,
    headers: {
      ...idempotency,
      ...session,
      'X-Hermes-Commands': '`true`: a message that starts with / is a command',
    },
    answer: 'ChatCompletion',
    events: 'ChatCompletionEvent',
  },
  {
    method: 'post',
    path: '/v1/responses',
    summary: 'Run a turn, and keep its answer',
    tag: 'Responses',
    body: responseRequestSchema,
    headers: { ...idempotency, ...session },
    answer: 'Response',
    events: 'ResponseEvent',
  },
  {
    method: 'get',
    path: '/v1/responses/{id}',
    summary: 'Get a response',
    tag: 'Responses',
    query: { ...user, stream: '`true`: as events, once it has ended' },
    answer: 'Response',
    events: 'ResponseEvent',
  },
  {
    method: 'delete',
    path: '/v1/responses/{id}',
    summary: 'Delete a response',
    tag: 'Responses',
    query: user,
    answer: 'Deleted',
  },
  {
    method: 'post',
    path: '/v1/responses/{id}/cancel',
    summary: 'Stop its turn',
    tag: 'Responses',
    query: user,
    answer: 'Response',
  },
  {
    method: 'get',
    path: '/v1/responses/{id}/input_items',
    summary: 'List the messages that it answers',
    tag: 'Responses',
    query: { ...user, ...page },
    answer: 'ConversationItemList',
  },
]
