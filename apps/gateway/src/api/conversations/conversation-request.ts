import * as z from 'zod'
import { writtenItemSchema } from '../input/agent-input.js'
import { metadataSchema } from '../request/metadata-schema.js'

const mostItems = 20

/** Instructions are rejected, because they are part of a session's prompt, which its first response determines. */
const spokenItem = writtenItemSchema.refine(
  (item) => !('role' in item) || item.role === 'user' || item.role === 'assistant',
  {
    error: 'must be "user" or "assistant": send instructions with a response',
    path: ['role'],
  },
)
const items = z.array(spokenItem).max(mostItems)

export const newConversationSchema = z.object({ items: items.nullish(), metadata: metadataSchema.nullish() })
export const conversationChangesSchema = z.object({ metadata: metadataSchema.nullable() })
export const newItemsSchema = z.object({ items: items.min(1) })
