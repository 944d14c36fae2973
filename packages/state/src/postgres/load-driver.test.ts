import { expect, test } from 'vitest'
import { explainMissing, loadDriver } from './load-driver.js'

test('the error says how to install the missing package', async () => {
  const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
  const message = expect.stringContaining('npm install pg')
  expect(() => explainMissing(missing)).toThrow(
    expect.objectContaining({ kind: 'unavailable', message, cause: missing }),
  )
  expect(await loadDriver()).toHaveProperty('Pool')
})
