import { createMemoryStore, type Tool } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { clarifyTools, fileTools } from '@hermes/tools'
import { sessionSearchTools } from '@hermes/tools/session-search'
import { visionTools } from '@hermes/tools/vision'
import { webTools } from '@hermes/tools/web'

/** Returns what the tools of the product declare, by name. The tools are never run. */
export function declaredConcurrency(): ReadonlyMap<string, Tool['concurrency']> {
  const environment = createLocalEnvironment({ workingDirectory: '/', variables: {} })
  const tools: readonly Tool[] = [
    ...clarifyTools(),
    ...fileTools({ environment }),
    ...sessionSearchTools({ store: createMemoryStore() }),
    ...visionTools({ environment, model: () => undefined }),
    ...webTools(),
  ]
  return new Map([
    ...readOnlyTools.map((name) => [name, 'safe'] as const),
    ...tools.map(({ name, concurrency }) => [name, concurrency] as const),
  ])
}

/** Read-only tools that plugins provide. */
const readOnlyTools = ['ha_get_state', 'ha_list_entities', 'ha_list_services', 'skill_view', 'skills_list'] as const
