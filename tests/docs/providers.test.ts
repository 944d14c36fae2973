import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { providerPresets } from '@hermes/transports'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../docs/models.md'), 'utf8')

test('the page on models has a row for each hosted provider, with its variables', () => {
  const rows = providerPresets
    .filter(({ isLocal }) => !isLocal)
    .map(({ id, name, keyVariables }) => {
      const keys = keyVariables.map((variable) => `\`${variable}\``).join(', ') || 'a login'
      return `| \`${id}\` | ${name} | ${keys} |`
    })
  expect(rows.filter((row) => !page.includes(row))).toEqual([])
})

test('the page on models names each kind of local server', () => {
  const local = providerPresets.filter(({ isLocal, id }) => isLocal && id !== 'offline')
  expect(local.filter(({ id }) => !page.includes(`\`${id}\``)).map(({ id }) => id)).toEqual([])
})
