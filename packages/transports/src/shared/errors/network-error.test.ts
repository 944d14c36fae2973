import { expect, test } from 'vitest'
import { networkError } from './network-error.js'

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EPROTO', 'EOTHER'])('hides the credentials of the base URL for %s', (code) => {
  const context = { provider: 'Lab', baseUrl: 'https://ann:pw-1@host/v1?key=q-2', model: 'm' }
  const { message } = networkError(Object.assign(new Error('failed'), { code }), context)
  expect(message).toContain('https://***@host/v1?***')
  expect(message).not.toMatch(/pw-1|q-2/)
})
