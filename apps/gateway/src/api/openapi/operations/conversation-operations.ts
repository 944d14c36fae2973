import {
  conversationChangesSchema,
  newConversationSchema,
  newItemsSchema,
} from '../../conversations/conversation-request.js'
import type { ApiRoute } from '../api-route.js'
import { page, user } from '../parameters.js'

const tag = 'Conversations'

export const conversationOperations: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/v1/conversations',
    summary: 'Create a conversation, which responses can continue',
    tag,
    body: newConversationSchema,
    query: user,
    answer: 'Conversation',
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}',
    summary: 'Get a conversation',
    tag,
    query: user,
    answer: 'Conversation',
  },
  {
    method: 'post',
    path: '/v1/conversations/{id}',
    summary: 'Replace its metadata',
    tag,
    body: conversationChangesSchema,
    query: user,
    answer: 'Conversation',
  },
  {
    method: 'delete',
    path: '/v1/conversations/{id}',
    summary: 'Delete it with its messages',
    tag,
    query: user,
    answer: 'DeletedConversation',
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}/items',
    summary: 'List its messages',
    tag,
    query: { ...user, ...page },
    answer: 'ConversationItemList',
  },
  {
    method: 'post',
    path: '/v1/conversations/{id}/items',
    summary: 'Add messages that were exchanged elsewhere',
    tag,
    body: newItemsSchema,
    query: user,
    answer: 'ConversationItemList',
  },
  {
    method: 'get',
    path: '/v1/conversations/{id}/items/{item}',
    summary: 'Get one message',
    tag,
    query: user,
    answer: 'ConversationItem',
  },
]
