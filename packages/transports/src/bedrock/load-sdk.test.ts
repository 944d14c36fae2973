import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { explainMissing, loadSdk } from './load-sdk.js'

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app`), { code: 'ERR_MODULE_NOT_FOUND' })

test('loads the SDK', async () => {
  expect(await loadSdk()).toHaveProperty('BedrockRuntimeClient')
})

test('names a missing SDK and how to install it', () => {
  const error = missing('@aws-sdk/client-bedrock-runtime')
  const message = expect.stringContaining('npm install @aws-sdk/client-bedrock-runtime')
  expect(() => explainMissing(error)).toThrow(
    expect.objectContaining({ code: 'config/invalid', message, cause: error }),
  )
})

test('does not mistake an SDK that fails to load for a missing one', () => {
  const error = missing('its-own-part')
  expect(() => explainMissing(error)).toThrow(error)
  expect(error).not.toSatisfy(ConfigError.is)
})
