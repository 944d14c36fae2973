import * as z from 'zod'
import { type ApiRoute, apiRoutes } from './api-routes.js'

/** The API as an OpenAPI 3.1 document. Bodies are described by the schemas that check them. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of apiRoutes) paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route) }
  return {
    openapi: '3.1.0',
    info: { title: 'Hermes', version, description: 'An agent with its tools and sessions.' },
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

function toOperation(route: ApiRoute) {
  const { method, path, summary, tag, body, status = 200, isRepeatable = false, isOpen = false } = route
  return {
    operationId: operationId(method, path),
    summary,
    tags: [tag],
    ...(isOpen && { security: [] }),
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: toSchema(body) } } } }),
    responses: {
      [status]: { description: 'Done', content: contentOf(route) },
      ...(isRepeatable && { 200: { description: 'The run that this key has started', content: contentOf(route) } }),
      default: {
        description: 'An error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function contentOf({ isStream = false, isText = false }: ApiRoute) {
  if (isText) return { 'text/plain': { schema: { type: 'string' } } }
  const json = { 'application/json': { schema: { type: 'object' } } }
  return isStream ? { ...json, 'text/event-stream': { schema: { type: 'string' } } } : json
}

function parametersOf({ path, query = {}, headers = {} }: ApiRoute) {
  const schema = { type: 'string' }
  const schemaOf = (name: string) => (name === 'limit' ? { type: 'integer', minimum: 1, maximum: 500 } : schema)
  const names = [...path.matchAll(/\{([a-z]{1,20})\}/g)].map(([, name]) => name)
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: schemaOf(name),
    })),
    ...Object.entries(headers).map(([name, description]) => ({ name, in: 'header', description, schema })),
  ]
}

function toSchema(body: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return schema
}

function operationId(method: string, path: string): string {
  return [method, ...path.split(/[^a-z]+/).filter(Boolean)].join('_')
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: 'string' },
      },
    },
  },
}
