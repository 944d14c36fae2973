import { Hono } from 'hono'

/** What a client may want to know of the agent. */
export interface Catalog {
  readonly modelName: string
  readonly version: string
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

/** `/v1/models`, `/v1/capabilities`, `/v1/toolsets`, `/v1/skills`. */
export function catalogRoutes(catalog: Catalog): Hono {
  const startedAt = Math.floor(Date.now() / 1000)
  const { modelName: id, version } = catalog
  const model = { id, object: 'model', created: startedAt, owned_by: 'hermes' }
  const routes = new Hono()
  routes.get('/models', (context) => context.json({ object: 'list', data: [model] }))
  routes.get('/models/:id', (context) => (context.req.param('id') === id ? context.json(model) : context.notFound()))
  routes.get('/capabilities', (context) =>
    context.json({
      object: 'hermes.capabilities',
      version,
      model: id,
      features: { chat_completions: true, responses: true, runs: true, sessions: true, questions: true },
    }),
  )
  routes.get('/toolsets', async (context) => {
    const groups = Map.groupBy(await catalog.tools(), ({ toolset }) => toolset)
    const data = [...groups].map(([name, tools]) => ({
      name,
      tools: tools.map(({ name, description, isAvailable }) => ({ name, description, available: isAvailable })),
    }))
    return context.json({ object: 'list', data })
  })
  routes.get('/skills', async (context) => context.json({ object: 'list', data: await catalog.skills() }))
  return routes
}
