import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { apiRoutes } from './api-routes.js'

test('describes exactly the routes of the server', async () => {
  const { app } = await openTestGateway([])
  const served = app.routes.flatMap(({ method, path }) =>
    method === 'ALL' ? [] : [`${method.toLowerCase()} ${path.replace(/:([a-z]+)/g, '{$1}')}`],
  )
  expect(apiRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([...new Set(served)].toSorted())
})

test('serves a document with the schemas of bodies, answers and events', async () => {
  const { url } = await openTestGateway([])
  const response = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${testKey}` } })
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.2.3' },
    paths: {
      '/v1/responses': {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['input'] } } } },
          responses: {
            200: {
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Response' } },
                'text/event-stream': { schema: { $ref: '#/components/schemas/ResponseEvent' } },
              },
            },
            default: { $ref: '#/components/responses/Error' },
          },
        },
      },
      '/metrics': { get: { responses: { 200: { content: { 'text/plain': {} } } } } },
      '/v1/runs': { post: { responses: { 200: {}, 202: {} } } },
      '/api/sessions': {
        get: {
          parameters: expect.arrayContaining([
            expect.objectContaining({ name: 'offset', schema: { type: 'integer', minimum: 0 } }),
          ]),
        },
      },
      '/v1/runs/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true }, { name: 'user' }] } },
    },
    components: {
      responses: { Error: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
      schemas: {
        Run: { properties: { usage: { anyOf: [{ $ref: '#/components/schemas/Usage' }, { type: 'null' }] } } },
      },
    },
  })
})
