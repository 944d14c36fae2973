import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { loadSdk } from './load-sdk.js'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app`), { code: 'ERR_MODULE_NOT_FOUND' })

test('names a missing SDK and how to install it', async () => {
  const loading = loadSdk('some-sdk', () => Promise.reject(missing('some-sdk')))
  await expect(loading).rejects.toSatisfy(ConfigError.is)
  await expect(loading).rejects.toThrow('npm install some-sdk')
})

test('does not report an SDK that fails to load as missing', async () => {
  await expect(loadSdk('some-sdk', () => Promise.reject(missing('its-own-part')))).rejects.not.toSatisfy(ConfigError.is)
})
