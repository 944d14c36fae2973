import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../../testing/open-test-gateway.js'
import { apiRoutes } from './api-routes.js'

test('describes every route of the server, and no other', async () => {
  const { app } = await openTestGateway([])
  const served = app.routes.flatMap(({ method, path }) =>
    method === 'ALL' ? [] : [`${method.toLowerCase()} ${path.replace(/:([a-z]+)/g, '{$1}')}`],
  )
  expect(apiRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([...new Set(served)].toSorted())
})

test('serves a document with the schemas of the bodies', async () => {
  const { url } = await openTestGateway([])
  const response = await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${testKey}` } })
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.2.3' },
    paths: {
      '/v1/responses': {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['input'] } } } },
        },
      },
      '/metrics': { get: { responses: { 200: { content: { 'text/plain': {} } } } } },
      '/v1/runs': { post: { responses: { 200: {}, 202: {} } } },
      '/v1/runs/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true }, { name: 'user' }] } },
    },
  })
})
