import * as z from 'zod'
import { type AnswerName, answerSchemas } from './answer-schemas.js'
import type { ApiRoute } from './api-route.js'
import { apiRoutes } from './api-routes.js'
import { componentRef, toComponents } from './to-components.js'

/** Returns the API as an OpenAPI 3.1 document. Bodies are described by the schemas that check them, and answers by those that their code has the types of. */
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
      responses: { Error: { description: 'An error', content: jsonOf('Error') } },
      schemas: toComponents(answerSchemas),
    },
  }
}

function toOperation(route: ApiRoute) {
  const { method, path, summary, tag, body, form, status = 200, otherAnswers = {}, isOpen = false } = route
  const others = Object.entries(otherAnswers).map(([code, { description, answer }]) => [
    code,
    { description, content: jsonOf(answer) },
  ])
  return {
    operationId: operationId(method, path),
    summary,
    tags: [tag],
    ...(isOpen && { security: [] }),
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: toSchema(body) } } } }),
    ...(form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: toSchema(form) } } } }),
    responses: {
      [status]: { description: 'Done', content: contentOf(route) },
      ...Object.fromEntries(others),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function contentOf({ answer, events, isText = false, isFile = false }: ApiRoute) {
  return {
    ...(isText && { 'text/plain': { schema: { type: 'string' } } }),
    ...(isFile && { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
    ...(answer && jsonOf(answer)),
    ...(events && { 'text/event-stream': { schema: { $ref: componentRef(events) } } }),
  }
}

function jsonOf(name: AnswerName) {
  return { 'application/json': { schema: { $ref: componentRef(name) } } }
}

const numbers: ReadonlyMap<string, object> = new Map([
  ['limit', { type: 'integer', minimum: 1, maximum: 10_000 }],
  ['offset', { type: 'integer', minimum: 0 }],
])

function parametersOf({ path, query = {}, headers = {} }: ApiRoute) {
  const schema = { type: 'string' }
  const schemaOf = (name: string) => numbers.get(name) ?? schema
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
