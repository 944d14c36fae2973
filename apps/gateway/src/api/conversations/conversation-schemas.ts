import * as z from 'zod'

export const conversationSchema = z.object({
  id: z.string(),
  object: z.literal('conversation'),
  created_at: z.int(),
  metadata: z.record(z.string(), z.string()),
})

export const deletedConversationSchema = z.object({
  id: z.string(),
  object: z.literal('conversation.deleted'),
  deleted: z.literal(true),
})

export type ConversationObject = z.output<typeof conversationSchema>
export type DeletedConversation = z.output<typeof deletedConversationSchema>
