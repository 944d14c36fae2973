import { expect, test } from 'vitest'
import { configSchema } from '../../schema/config-schema.js'
import { listConfigKeys } from '../document/config-keys.js'
import { changeBetween } from './config-change.js'

const snapshotOf = (settings: object) => ({ config: configSchema.parse(settings), variables: {} })

test('takes about as long as listing the settings once, because everything else waits for it', () => {
  const [before, after] = [snapshotOf({}), snapshotOf({ display: { skin: 'slate' } })]
  listConfigKeys()
  const listedAt = performance.now()
  listConfigKeys()
  const onceMs = performance.now() - listedAt
  const comparedAt = performance.now()
  expect(changeBetween(before, after)).toMatchObject({ paths: ['display.skin'], needRestart: [] })
  expect(performance.now() - comparedAt).toBeLessThan(10 * onceMs + 50)
})

test('applies what the gateway reads for each request without a restart', () => {
  const gatewayWith = (settings: object, others: object = {}) =>
    snapshotOf({ gateway: { api_server: settings, ...others } })
  const changed = gatewayWith(
    { model_routes: { fast: { model: 'small' } }, direct_model_requests: true, files: { keep_days: 1 } },
    { message_timestamps: true },
  )
  expect(changeBetween(gatewayWith({}), changed)).toMatchObject({
    paths: expect.arrayContaining([
      'gateway.api_server.model_routes',
      'gateway.api_server.direct_model_requests',
      'gateway.api_server.files.keep_days',
      'gateway.message_timestamps',
    ]),
    needRestart: [],
  })
})

test('applies the keys of callers without a restart, unlike the address', () => {
  const serverWith = (settings: object) => snapshotOf({ gateway: { api_server: { key: 'own', ...settings } } })
  const changed = serverWith({ port: 9000, keys: { blog: { key: 'blog-key' } } })
  expect(changeBetween(serverWith({}), changed)).toMatchObject({
    paths: expect.arrayContaining(['gateway.api_server.port', 'gateway.api_server.keys']),
    needRestart: ['gateway.api_server.port'],
  })
})
