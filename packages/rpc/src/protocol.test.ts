import { expect, test } from 'vitest'
import { protocolSchema } from './schemas/protocol-schema.js'

test('the published JSON Schema is current', async () => {
  await expect(`${JSON.stringify(protocolSchema(), undefined, 2)}\n`).toMatchFileSnapshot('../protocol.json')
})
