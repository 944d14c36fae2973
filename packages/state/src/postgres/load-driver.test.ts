import { expect, test } from 'vitest'
import { loadDriver } from './load-driver.js'

test('the error says how to install the missing package', async () => {
  const missing = Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadDriver(() => Promise.reject(missing))).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('npm install pg'),
    cause: missing,
  })
  expect(await loadDriver()).toHaveProperty('Pool')
})
