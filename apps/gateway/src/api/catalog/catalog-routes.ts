import { Hono } from 'hono'
import { errorResponse } from '../request/error-response.js'
import { sessionHeader } from '../request/session-header.js'
import { sessionKeyHeader } from '../request/session-key.js'
import type { Capabilities, ModelList, ModelObject, SkillList, ToolsetList } from './catalog-schemas.js'

/** What clients can find out about the agent. */
export interface Catalog {
  readonly modelName: string
  /** Returns the names that requests may give as `model`, starting with that of the agent. */
  modelNames(): readonly string[]
  readonly version: string
  /** Whether files can be uploaded. */
  readonly takesFiles: boolean
  tools(): Promise<readonly CatalogTool[]>
  skills(): Promise<readonly CatalogSkill[]>
}

export interface CatalogTool {
  readonly name: string
  readonly toolset: string
  readonly description: string
  readonly isAvailable: boolean
}

export interface CatalogSkill {
  readonly name: string
  readonly description: string
}

/** Serves `/v1/models`, `/v1/capabilities`, `/v1/toolsets` and `/v1/skills`. */
export function catalogRoutes(catalog: Catalog): Hono {
  const startedAt = Math.floor(Date.now() / 1000)
  const { modelName: id, version } = catalog
  const toModel = (id: string): ModelObject => ({ id, object: 'model', created: startedAt, owned_by: 'hermes' })
  const routes = new Hono()
  routes.get('/models', (context) =>
    context.json({ object: 'list', data: catalog.modelNames().map(toModel) } satisfies ModelList),
  )
  routes.get('/models/:id', (context) => {
    const name = context.req.param('id')
    if (catalog.modelNames().includes(name)) return context.json(toModel(name))
    return errorResponse(404, 'model_not_found', `There is no model "${name}" here: /v1/models lists them.`)
  })
  routes.get('/capabilities', (context) =>
    context.json({
      object: 'hermes.capabilities',
      version,
      model: id,
      session_id_header: sessionHeader,
      session_key_header: sessionKeyHeader,
      features: {
        chat_completions: true,
        responses: true,
        conversations: true,
        runs: true,
        sessions: true,
        questions: true,
        files: catalog.takesFiles,
      },
    } satisfies Capabilities),
  )
  routes.get('/toolsets', async (context) => {
    const groups = Map.groupBy(await catalog.tools(), ({ toolset }) => toolset)
    const data = [...groups].map(([name, tools]) => ({
      name,
      tools: tools.map(({ name, description, isAvailable }) => ({ name, description, available: isAvailable })),
    }))
    return context.json({ object: 'list', data } satisfies ToolsetList)
  })
  routes.get('/skills', async (context) =>
    context.json({ object: 'list', data: await catalog.skills() } satisfies SkillList),
  )
  return routes
}
