import type { ApiRoute } from './api-route.js'
import { catalogOperations } from './operations/catalog-operations.js'
import { conversationOperations } from './operations/conversation-operations.js'
import { eventOperations } from './operations/event-operations.js'
import { fileOperations } from './operations/file-operations.js'
import { healthOperations } from './operations/health-operations.js'
import { jobOperations } from './operations/job-operations.js'
import { openaiOperations } from './operations/openai-operations.js'
import { runOperations } from './operations/run-operations.js'
import { sessionOperations } from './operations/session-operations.js'

/** All routes, in the order of the document. */
export const apiRoutes: readonly ApiRoute[] = [
  ...healthOperations,
  ...catalogOperations,
  ...openaiOperations,
  ...conversationOperations,
  ...fileOperations,
  ...runOperations,
  ...sessionOperations,
  ...jobOperations,
  ...eventOperations,
]
