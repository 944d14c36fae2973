/** Options that select conversations. */
export const conversationFilters = [
  'source',
  'title',
  'model',
  'workspace',
  'archived',
  'min-messages',
  'max-messages',
] as const
