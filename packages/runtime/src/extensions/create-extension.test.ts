import { ConfigError } from '@hermes/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createExtension } from './create-extension.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("rejects with the extension's name if its create() never settles", async () => {
  const creating = createExtension('plugins.0', 'The plugin ./slow.mjs', () => new Promise(() => undefined))
  const refused = expect(creating).rejects.toSatisfy(
    (error) => ConfigError.is(error) && /^The plugin \.\/slow\.mjs did not start within 30 s/.test(error.message),
  )
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
})

test('clears its timer when create() succeeds or fails', async () => {
  expect(await createExtension('plugins.0', 'p', async () => 'product')).toBe('product')
  const broken = () => {
    throw new Error('no luck')
  }
  await expect(createExtension('plugins.0', 'p', broken)).rejects.toThrow('no luck')
  expect(vi.getTimerCount()).toBe(0)
})
